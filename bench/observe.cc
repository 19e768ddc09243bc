#include "bench/observe.h"

#include <fmt/format.h>

#include <cstdio>

#include "bench/observe_cost.h"
#include "harness/cli/command.h"
#include "harness/text/columns.h"

namespace gridlock::bench {
namespace {

constexpr double kAtMost = 0.02;  // relative to the time of compilation
constexpr const char* kRow = "{:<40}{:>7}{:>9}{:>9}{:>13}{:>9}{:>9}{:>13}{:>7}  {}\n";

// Returns whether the targets are met. In a step that compiles nothing, the observer must not be
// called. Pairs differ by chance, so only the lower bound of their difference shows that observing
// costs time.
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

}  // namespace

int bench_observe(const ObserveOptions& options) {
  const BenchPlan bench_plan("observe");
  fmt::print("observing takes at most {:.0f} % of compiling, and nothing of a step\n\n",
             100 * kAtMost);
  fmt::print(kRow, "a compiled cell", "CPU s", "observer", "in turn", "95 %", "step ms", "in turn",
             "95 %", "calls", "");
  bool met = true;
  for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
    const auto cost = measure_observing(bench_plan, planned, options.pairs, options.steps);
    if (!cost) {
      fmt::print(stderr, "gridlock: a training did not end\n");
      return cli::kEnvironment;
    }
    print(*cost);
    met &= is_met(*cost);
  }
  return met ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
