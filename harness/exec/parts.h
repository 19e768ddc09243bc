// What ranks load, and what looks at them: the parts of an installation that an exec needs.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock::exec {

struct Parts {
  std::filesystem::path package;  // the folder that holds the Python package gridlock
  std::filesystem::path site;     // the folder of sitecustomize.py
  std::filesystem::path probe;    // gridlock_probe.so for the ranks' torch
  std::string torch;              // which that is (interpreter.h): no other loads it
  std::string preloaded;          // libraries, as in LD_PRELOAD
  std::filesystem::path py_spy;   // "": no stacks
};

// Of the installation whose repository is `root`, and whose programs are in `binaries`. `python` is
// its own, beside which py-spy is.
Parts find_parts(const std::filesystem::path& root, const std::filesystem::path& binaries,
                 const std::filesystem::path& python);

}  // namespace gridlock::exec
