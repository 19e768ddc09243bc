// The Python interpreter that runs the ranks, and the interpreter's version of torch.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Interpreter {
  std::filesystem::path python;
  std::string torch;  // "torch-2.11.0-cpython-311"; "" without torch
};

// Runs the interpreter to find its version of torch, which takes as long as a start of Python.
Interpreter query_interpreter(const std::filesystem::path& python);

// Returns the interpreter that the user's shell would run: the interpreter of the active virtual
// environment, else python3 or python from PATH. Returns `fallback` if none of these interpreters
// has torch.
Interpreter user_interpreter(const std::filesystem::path& fallback);

}  // namespace gridlock::exec
