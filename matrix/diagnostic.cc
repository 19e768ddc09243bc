#include "matrix/diagnostic.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace gridlock::matrix {
namespace {

std::string located(const Mistake& mistake) {
  const auto& [place, message] = mistake;
  if (place.file.empty()) return message;
  std::string text = place.file;
  if (place.line > 0) text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
  return text + ": " + message;
}

// "3 mistakes in my.toml"; of several files, their number.
std::string counted(const std::vector<Mistake>& mistakes) {
  std::set<std::string> files;
  for (const Mistake& mistake : mistakes) files.insert(mistake.place.file);
  return std::to_string(mistakes.size()) + " mistakes in " +
         (files.size() == 1 ? *files.begin() : std::to_string(files.size()) + " files");
}

std::string whole_message(const std::vector<Mistake>& mistakes) {
  if (mistakes.size() == 1) return located(mistakes.front());
  std::string text;
  for (const Mistake& mistake : mistakes) text += located(mistake) + "\n";
  return text + counted(mistakes);
}

// Levenshtein distance in which two neighbours that changed places count once.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

InputError::InputError(std::vector<Mistake> mistakes)
    : std::runtime_error(whole_message(mistakes)), mistakes_(std::move(mistakes)) {}

const std::string* nearest(std::string_view given, const std::vector<std::string>& names) {
  // Half of the letters wrong is no longer a slip of the hand.
  std::size_t best = given.size() / 2 + 1;
  const std::string* meant = nullptr;
  for (const std::string& name : names) {
    const bool abbreviated = given.size() >= 2 && name.starts_with(given);
    const std::size_t far = abbreviated ? 1 : distance(given, name);
    if (far < best) {
      best = far;
      meant = &name;
    }
  }
  return meant;
}

std::string did_you_mean(std::string_view given, const std::vector<std::string>& names) {
  const std::string* meant = nearest(given, names);
  return meant == nullptr ? "" : " (did you mean '" + *meant + "'?)";
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace gridlock::matrix
