#include "bench/latency.h"

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/process/spawn.h"

namespace gridlock::bench {

int bench_latency(const LatencyOptions& options) {
  const cli::Installation& here = cli::installation();
  process::Program program;
  program.arguments = {here.python, here.root / "harness" / "exec" / "scripts" / "latency.py",
                       here.binaries / "gridlock", std::to_string(options.runs)};
  program.arguments.insert(program.arguments.end(), options.scripts.begin(), options.scripts.end());
  program.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  return process::run(std::move(program));  // the program exits with gridlock's own exit codes
}

}  // namespace gridlock::bench
