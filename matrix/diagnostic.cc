#include "matrix/diagnostic.h"

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

// Returns text such as "3 mistakes in my.toml" or "3 mistakes in 2 files".
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

}  // namespace

InputError::InputError(std::vector<Mistake> mistakes)
    : std::runtime_error(whole_message(mistakes)), mistakes_(std::move(mistakes)) {}

}  // namespace gridlock::matrix
