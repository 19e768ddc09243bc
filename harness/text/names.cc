#include "harness/text/names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace gridlock::text {
namespace {

// Returns the Levenshtein distance, with a swap of two neighbors counted as one edit.
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

const std::string* nearest(std::string_view given, const std::vector<std::string>& names) {
  // If more than half of the letters are wrong, the word is not a typo.
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

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != parts.data()) text += between;
    text += part;
  }
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  return joined(names, ", ");
}

std::string enumeration(const std::vector<std::string>& parts) {
  if (parts.size() < 2) return joined(parts, "");
  return listed({parts.begin(), parts.end() - 1}) + " and " + parts.back();
}

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace gridlock::text
