// gridlock bench: measures what the project promises, each in one go on this machine.
#include "harness/cli/bench_covering.h"
#include "harness/cli/command.h"

namespace gridlock::cli {

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("bench", "Measure what gridlock promises");
  command->require_subcommand(1);
  CLI::App* covering = command->add_subcommand(
      "covering", "Sizes and times of covering arrays, against published ones");
  auto json = std::make_shared<bool>(false);
  covering->add_flag("--json", *json, "One JSON object a line");
  covering->callback([json, &exit_code] { exit_code = bench_covering(*json); });
}

}  // namespace gridlock::cli
