// The parts of an installation that gridlock exec needs: files that the ranks load, and py-spy.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Parts {
  std::filesystem::path package;  // the parent folder of the Python package gridlock
  std::filesystem::path site;     // the folder of sitecustomize.py
  std::filesystem::path probe;    // gridlock_probe.so for the ranks' torch
  std::string torch;              // only this torch loads the probe (Interpreter::torch)
  std::string preloaded;          // libraries, in the format of LD_PRELOAD
  std::filesystem::path py_spy;   // "" means no stacks
};

// Returns the parts of an installation. `root` is the repository, and `binaries` is the folder of
// gridlock's programs. `python` is gridlock's own interpreter; py-spy is usually next to it.
Parts find_parts(const std::filesystem::path& root, const std::filesystem::path& binaries,
                 const std::filesystem::path& python);

}  // namespace gridlock::exec
