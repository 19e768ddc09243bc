// What a user reads when their input is wrong: where, what, what was expected, and the nearest
// name.
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

// Thrown for anything the user can mend; what() is the whole message, "FILE:LINE:COL: …" in front
// where the place is known. The command line answers it with exit code 2.
class InputError : public std::runtime_error {
 public:
  InputError(const FilePosition& place, const std::string& message);
  explicit InputError(const std::string& message) : InputError(FilePosition{}, message) {}
};

// " (did you mean 'full_shard'?)" for the nearest of `names`, or "" when none is near.
std::string did_you_mean(std::string_view given, const std::vector<std::string>& names);

// "fp32, bf16, fp16".
std::string listed(const std::vector<std::string>& names);

}  // namespace gridlock::matrix
