// The parts of an installation that an exec needs: files that the ranks load, and py-spy.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Parts {
  std::filesystem::path package;  // the parent folder of the Python package gridlock
  std::filesystem::path site;     // the folder of sitecustomize.py
  std::filesystem::path probe;    // gridlock_probe.so for the ranks' torch
  std::string torch;              // the only torch that loads the probe (interpreter.h)
  std::string preloaded;          // libraries, in the format of LD_PRELOAD
  std::filesystem::path py_spy;   // "" means no stacks
};

// Returns the parts of the installation whose repository is `root` and whose programs are in
// `binaries`. `python` is gridlock's own interpreter, whose folder also has py-spy.
Parts find_parts(const std::filesystem::path& root, const std::filesystem::path& binaries,
                 const std::filesystem::path& python);

}  // namespace gridlock::exec
