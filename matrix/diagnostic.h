// The error message for invalid user input: the position, the mistake, and what was expected.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::matrix {

// A position in a file. Line and column count from 1; 0 means unknown.
struct FilePosition {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Mistake {
  FilePosition place;
  std::string message;
};

// Thrown for any error that the user can fix. what() is the whole message, which begins with
// "FILE:LINE:COL: …" if the position is known. A message with several mistakes has one line for
// each, followed by "3 mistakes in FILE". The command line exits with code 2.
class InputError : public std::runtime_error {
 public:
  InputError(const FilePosition& place, const std::string& message)
      : InputError(std::vector<Mistake>{{place, message}}) {}
  explicit InputError(const std::string& message) : InputError(FilePosition{}, message) {}
  // Takes at least one mistake, in the order of the message.
  explicit InputError(std::vector<Mistake> mistakes);

  const std::vector<Mistake>& mistakes() const { return mistakes_; }

 private:
  std::vector<Mistake> mistakes_;
};

}  // namespace gridlock::matrix
