// The Python interpreter that runs the ranks, and its version of torch.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Interpreter {
  std::filesystem::path python;
  std::string torch;  // "torch-2.11.0-cpython-311"; "" without torch
};

// Returns the version of torch of `python`. It runs the interpreter, which takes as long as a start
// of Python.
Interpreter query_interpreter(const std::filesystem::path& python);

// Returns the interpreter that the user's shell would run: that of the active virtual environment,
// or else python3 or python from PATH. Returns `fallback` if none of them has torch.
Interpreter user_interpreter(const std::filesystem::path& fallback);

}  // namespace gridlock::exec
