// What a user reads when their input is wrong: where, what and what was expected.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::matrix {

// A place in a file; line and column count from 1, 0 means unknown.
struct FilePosition {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Mistake {
  FilePosition place;
  std::string message;
};

// Thrown for anything the user can mend; what() is the whole message, "FILE:LINE:COL: …" in front
// where the place is known. Of several mistakes each has its line, and "3 mistakes in FILE" is the
// last one. The command line answers it with exit code 2.
class InputError : public std::runtime_error {
 public:
  InputError(const FilePosition& place, const std::string& message)
      : InputError(std::vector<Mistake>{{place, message}}) {}
  explicit InputError(const std::string& message) : InputError(FilePosition{}, message) {}
  // At least one mistake, in the order in which they are to be read.
  explicit InputError(std::vector<Mistake> mistakes);

  const std::vector<Mistake>& mistakes() const { return mistakes_; }

 private:
  std::vector<Mistake> mistakes_;
};

}  // namespace gridlock::matrix
