#include "harness/workspace/installation.h"

#include <cstdlib>

#include "harness/process/files.h"

namespace gridlock::workspace {
namespace {

std::filesystem::path python() {
  const char* chosen = std::getenv("GRIDLOCK_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : GRIDLOCK_PYTHON;
}

}  // namespace

const Installation& installation() {
  static const Installation here{
      .root = GRIDLOCK_ROOT,
      .binaries = std::filesystem::read_symlink("/proc/self/exe").parent_path(),
      .python = python(),
  };
  return here;
}

std::string program_name() {
  // The script ./gridlock sets this variable.
  const char* through = std::getenv("GRIDLOCK_PROGRAM");
  if (through != nullptr && *through != '\0') return through;
  const std::string words = process::read_text("/proc/self/cmdline");
  return words.substr(0, words.find('\0'));
}

}  // namespace gridlock::workspace
