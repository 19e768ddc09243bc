// The Python that runs the ranks, and its torch.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Interpreter {
  std::filesystem::path python;
  std::string torch;  // "torch-2.11.0-cpython-311"; "" without torch
};

// Runs the interpreter to ask for its torch, which takes as long as a Python start.
Interpreter query_interpreter(const std::filesystem::path& python);

// Returns the interpreter that the user's shell would run: that of the active virtual environment,
// else python3 or python of PATH; `fallback` if none of them has torch.
Interpreter user_interpreter(const std::filesystem::path& fallback);

}  // namespace gridlock::exec
