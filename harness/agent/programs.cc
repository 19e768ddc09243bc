#include "harness/agent/programs.h"

namespace gridlock::agent {

std::filesystem::path device_library(const std::filesystem::path& binaries) {
  if (!std::filesystem::exists("/dev/nvidiactl")) return {};
  return binaries.parent_path() / "lib" / "gridlock_device.so";
}

}  // namespace gridlock::agent
