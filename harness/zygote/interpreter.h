// The embedded Python interpreter. It finds torch, gridlock's package, and gridlock's extension
// modules, such as the probe.
#pragma once

#include <pybind11/embed.h>

#include <filesystem>

namespace gridlock::zygote {

class Interpreter {
 public:
  // Starts Python. `python` is the executable of the Python installation or virtual environment to
  // use. `package_folder` contains the package `gridlock`. Throws std::runtime_error if Python does
  // not start.
  Interpreter(const std::filesystem::path& python, const std::filesystem::path& package_folder);

 private:
  pybind11::scoped_interpreter guard_;
};

}  // namespace gridlock::zygote
