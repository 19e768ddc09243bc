#include "harness/workspace/launch.h"

#include "harness/workspace/installation.h"

namespace gridlock::workspace {

controller::LaunchOptions launch_options(const std::string& launcher, int agents) {
  const Installation& here = installation();
  return {.launcher = launcher,
          .agents = launcher == "local" ? 1 : agents,
          .binaries = here.binaries,
          .python = here.python,
          .package = here.root / "harness" / "rank",
          .cache = here.root / "build" / "cache"};
}

}  // namespace gridlock::workspace
