// The embedded Python: the one that has torch, with gridlock's package and its extension module, the
// probe, in its path.
#pragma once

#include <pybind11/embed.h>

#include <filesystem>

namespace gridlock::zygote {

class Interpreter {
 public:
  // `python`: the executable whose packages are used (a virtual environment's, for instance).
  // `package_folder` holds the package `gridlock`. Throws std::runtime_error when Python will not
  // start.
  Interpreter(const std::filesystem::path& python, const std::filesystem::path& package_folder);

 private:
  pybind11::scoped_interpreter guard_;
};

}  // namespace gridlock::zygote
