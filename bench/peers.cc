// gridlock bench peers runs the same hanging scripts under gridlock exec and under other tools.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {
namespace {

struct PeersOptions {
  double seconds = 10;            // how long a tool waits for progress
  std::vector<std::string> only;  // scripts, such as hanging/store_key_name; empty = all
  bool json = false;              // prints one object per line
};

// Prints a row for each script and tool, then a table (Markdown). Returns an exit code.
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
  if (code == cli::kExpected || code == cli::kBadInput) return code;  // peers has printed why
  fmt::print(stderr, "gridlock: the measurement failed; its output is above\n");
  return cli::kEnvironment;
}

}  // namespace

void add_peers(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("peers", "The same hangs under gridlock exec and under other tools");
  auto options = std::make_shared<PeersOptions>();
  command.option("--seconds", options->seconds, "How many seconds a tool waits for progress")
      .range(3, 3600)
      .show_default();
  command.option("--only", options->only, "Run only these scripts: hanging/store_key_name, …")
      .type_name("SCRIPT");
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_peers(*options); });
}

}  // namespace gridlock::bench
