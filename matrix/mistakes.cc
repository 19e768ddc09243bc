#include "matrix/mistakes.h"

#include <algorithm>
#include <tuple>

namespace gridlock::matrix {

void Mistakes::add(const FilePosition& place, const std::string& message) {
  found_.push_back({place, message});
}

void Mistakes::add(const InputError& error) {
  found_.insert(found_.end(), error.mistakes().begin(), error.mistakes().end());
}

void Mistakes::check() const {
  if (found_.empty()) return;
  std::vector<Mistake> sorted = found_;
  // Mistakes in other files, such as the case's, come first, because they most likely cause the
  // mistakes in this file.
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Mistake& a, const Mistake& b) {
    const auto key = [&](const FilePosition& place) {
      return std::make_tuple(place.file == file_, place.file, place.line, place.column);
    };
    return key(a.place) < key(b.place);
  });
  throw InputError(std::move(sorted));
}

}  // namespace gridlock::matrix
