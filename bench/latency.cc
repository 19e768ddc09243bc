#include "bench/latency.h"

#include <fmt/format.h>

#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {

int bench_latency(const LatencyOptions& options) {
  const workspace::Installation& here = workspace::installation();
  process::Program program;
  program.arguments = {here.python, here.root / "harness" / "exec" / "scripts" / "latency.py",
                       here.binaries / "gridlock", std::to_string(options.runs)};
  program.arguments.insert(program.arguments.end(), options.scripts.begin(), options.scripts.end());
  program.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  return process::run(std::move(program));  // the program's exit codes equal gridlock's
}

}  // namespace gridlock::bench
