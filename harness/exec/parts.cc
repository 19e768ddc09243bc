#include "harness/exec/parts.h"

#include "harness/inspect/stack_collector.h"
#include "harness/process/preloaded.h"

namespace gridlock::exec {

Parts find_parts(const std::filesystem::path& root, const std::filesystem::path& binaries,
                 const std::filesystem::path& python) {
  return {.package = root / "harness" / "rank",
          .site = root / "harness" / "rank" / "site",
          .probe = binaries.parent_path() / "lib" / "gridlock_probe.so",
          .torch = "",
          .preloaded = process::preloaded_libraries(binaries),
          .py_spy = inspect::find_py_spy(python)};
}

}  // namespace gridlock::exec
