#include "harness/exec/parts.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "harness/agent/stack_collector.h"
#include "harness/exec/probe_build.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  return access(path.c_str(), X_OK) == 0;
}

fs::path in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (is_program(fs::path(folder) / name)) return fs::path(folder) / name;
  }
  return {};
}

}  // namespace

Parts find_parts(const fs::path& root, const fs::path& binaries, const fs::path& python) {
  const fs::path libraries = binaries.parent_path() / "lib";
  const bool gpus = fs::exists("/dev/nvidiactl");
  return {.package = root / "harness" / "rank",
          .site = root / "harness" / "rank" / "site",
          .probe = libraries / "gridlock_probe.so",
          .torch = "",
          .device = gpus ? libraries / "gridlock_device.so" : fs::path(),
          .py_spy = agent::find_py_spy(python)};
}

fs::path users_python(const fs::path& fallback) {
  const char* environment = std::getenv("VIRTUAL_ENV");
  const fs::path active = environment != nullptr ? fs::path(environment) / "bin" / "python" : "";
  for (const fs::path& python : {active, in_path("python3"), in_path("python")}) {
    if (python == fallback) return fallback;
    if (is_program(python) && !torch_of(python).empty()) return python;
  }
  return fallback;
}

}  // namespace gridlock::exec
