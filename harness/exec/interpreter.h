// The Python that runs the ranks, and the torch that it has.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Interpreter {
  std::filesystem::path python;
  std::string torch;  // "torch-2.11.0-cpython-311"; "" where it has none
};

// Asks it, which takes as long as a Python takes to start.
Interpreter ask_interpreter(const std::filesystem::path& python);

// The one that the user would get: of the virtual environment that is active, else python3 or
// python of PATH; `fallback` where none of them has torch.
Interpreter users_interpreter(const std::filesystem::path& fallback);

}  // namespace gridlock::exec
