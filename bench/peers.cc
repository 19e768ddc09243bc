#include "bench/peers.h"

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {

int bench_peers(const PeersOptions& options) {
  const workspace::Installation& here = workspace::installation();
  const std::filesystem::path scripts = here.root / "harness" / "exec" / "scripts";
  process::Program program;
  program.arguments = {here.python, "-m",
                       "peers",     here.binaries / "gridlock",
                       "--seconds", fmt::format("{:g}", options.seconds)};
  if (options.json) program.arguments.push_back("--json");
  if (!options.only.empty()) program.arguments.push_back("--only");
  program.arguments.insert(program.arguments.end(), options.only.begin(), options.only.end());
  program.environment = {{"PYTHONPATH", process::prepended(scripts, "PYTHONPATH")},
                         {"PYTHONDONTWRITEBYTECODE", "1"}};
  const int code = process::run(std::move(program));
  if (code == cli::kExpected || code == cli::kBadInput) return code;  // already explained
  fmt::print(stderr, "gridlock: the measurement failed\n");
  return cli::kEnvironment;
}

}  // namespace gridlock::bench
