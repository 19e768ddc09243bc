// The Python interpreter that runs the ranks, and its version of torch.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Interpreter {
  std::filesystem::path python;
  // Version, commit and interpreter: "torch-2.11.0-70d99e99-cpython-311". "" without torch.
  std::string torch;
  // The Python that the user's shell runs, if user_interpreter() passed it over. "" otherwise.
  std::filesystem::path without_torch = {};
};

// Determines the version of torch by running `python` once.
Interpreter query_interpreter(const std::filesystem::path& python);

// Returns the first interpreter with torch among those that the user's shell would run: that of the
// active virtual environment, then python3 and python in PATH. Returns `fallback` if none of them
// has torch.
Interpreter user_interpreter(const std::filesystem::path& fallback);

}  // namespace gridlock::exec
