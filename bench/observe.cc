// gridlock bench observe measures the cost of observing the compiler, during compilation and in
// later steps.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "bench/bench.h"
#include "bench/observe_cost.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/text/columns.h"

namespace gridlock::bench {
namespace {

struct ObserveOptions {
  int pairs = 16;   // pairs of training runs, one with the observer, one without it
  int steps = 200;  // steps per training run, for the comparison of steps
};

constexpr double kAtMost = 0.02;  // largest share of the compile time
constexpr const char* kRow = "{:<40}{:>7}{:>9}{:>9}{:>13}{:>9}{:>9}{:>13}{:>7}  {}\n";

// Returns whether the targets are met. In a step that compiles nothing, the observer must not be
// called. Pairs of measurements differ by chance, so a target for them is missed only if the lower
// bound of the difference exceeds it.
bool is_met(const ObserveCost& cost) {
  return cost.itself <= kAtMost && cost.calls == 0 && cost.compiles.low <= kAtMost &&
         cost.steps.low <= kAtMost;
}

void print(const ObserveCost& cost) {
  fmt::print(
      kRow, text::cut_middle(cost.compiles.cell, 39), fmt::format("{:.1f}", cost.compiles.seconds),
      fmt::format("{:.2f} %", 100 * cost.itself), percent(cost.compiles.paired),
      bounds(cost.compiles), fmt::format("{:.1f}", 1000 * cost.steps.seconds),
      percent(cost.steps.paired), bounds(cost.steps), cost.calls, is_met(cost) ? "met" : "MISSED");
  std::fflush(stdout);
}

// Prints medians and the targets. Returns an exit code, which is 1 if a target is missed.
int bench_observe(const ObserveOptions& options) {
  const BenchPlan bench_plan("observe");
  fmt::print(
      "targets: observing takes at most {:.0f} % of the compile time, and no time of a step\n\n",
      100 * kAtMost);
  fmt::print(kRow, "a compiled cell", "CPU s", "observer", "in turn", "95 %", "step ms", "in turn",
             "95 %", "calls", "");
  bool met = true;
  for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
    const auto cost = measure_observing(bench_plan, planned, options.pairs, options.steps);
    if (!cost) {
      fmt::print(stderr, "gridlock: a training run failed; its output is above\n");
      return cli::kEnvironment;
    }
    print(*cost);
    met &= is_met(*cost);
  }
  return met ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_observe(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "observe", "Overhead of observing the compiler, while it compiles and in later steps");
  auto options = std::make_shared<ObserveOptions>();
  command
      .option(
          "--pairs", options->pairs,
          "How many pairs of training runs compare compile times, with and without the observer")
      .range(1, 100)
      .show_default();
  command
      .option("--steps", options->steps,
              "How many steps the training runs have that compare step times")
      .range(20, 100'000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_observe(*options); });
}

}  // namespace gridlock::bench
