// gridlock bench latency measures how soon gridlock exec proves a hang while other threads stay
// active.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {
namespace {

struct LatencyOptions {
  int runs = 10;  // per script
  // In these scripts, the other threads are tqdm's monitor, a DataLoader's threads and workers, the
  // compiler's pools, and idle executors.
  std::vector<std::string> scripts = {"hanging/tqdm_bar_open", "hanging/pin_memory_loader",
                                      "hanging/compile_graph_break", "hanging/idle_pool_threads"};
};

// Prints the milliseconds from the last event to the proof, per script and for all scripts
// together. Returns an exit code.
int bench_latency(const LatencyOptions& options) {
  const workspace::Installation& here = workspace::installation();
  process::Program program;
  program.arguments = {here.python, here.root / "harness" / "exec" / "scripts" / "latency.py",
                       here.binaries / "gridlock", std::to_string(options.runs)};
  program.arguments.insert(program.arguments.end(), options.scripts.begin(), options.scripts.end());
  program.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  return process::run(std::move(program));  // latency.py has gridlock's exit codes
}

}  // namespace

void add_latency(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "latency", "Time to prove a hang with progress bars, data loaders and the compiler");
  auto options = std::make_shared<LatencyOptions>();
  command.option("--runs", options->runs, "How many times each script runs")
      .range(1, 1000)
      .show_default();
  command
      .option("scripts", options->scripts,
              "Scripts to run, as in hanging/tqdm_bar_open (default: all)")
      .type_name("SCRIPT");
  command.action([options, &exit_code] { exit_code = bench_latency(*options); });
}

}  // namespace gridlock::bench
