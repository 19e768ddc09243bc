#include "harness/process/preloaded.h"

namespace gridlock::process {

std::string preloaded_libraries(const std::filesystem::path& binaries) {
  const std::filesystem::path libraries = binaries.parent_path() / "lib";
  std::string result = libraries / "gridlock_threads.so";
  if (std::filesystem::exists("/dev/nvidiactl")) {
    result += ":" + (libraries / "gridlock_device.so").string();
  }
  return result;
}

}  // namespace gridlock::process
