#include <cstdlib>

#include "harness/cli/command.h"

namespace gridlock::cli {
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

}  // namespace gridlock::cli
