// gridlock bench probe measures the cost of recording, per call and per training step.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "bench/bench.h"
#include "bench/bench_plan.h"
#include "bench/gpu_cost.h"
#include "bench/probe_cost.h"
#include "bench/programs.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/text/columns.h"

namespace gridlock::bench {
namespace {

struct ProbeOptions {
  int pairs = 3;    // pairs of runs per cell, one with the probe, one without it
  int steps = 200;  // steps per training run, for the comparison of steps
  bool gpu = false;
};

constexpr const char* kStepRow = "{:<48}{:>9}{:>8}{:>11}{:>10}{:>13}\n";

bool print_steps(const BenchPlan& bench_plan, int steps) {
  fmt::print(kStepRow, "a training step", "ms", "events", "recording", "in turn", "95 %");
  std::vector<double> call, call_more;
  const bool done = measure_steps(bench_plan, steps, [&](const StepCost& cost) {
    call.push_back(cost.call);
    call_more.push_back(cost.call_more);
    fmt::print(kStepRow, text::cut_middle(cost.steps.cell, 47),
               fmt::format("{:.1f}", 1000 * cost.steps.seconds), fmt::format("{:.0f}", cost.events),
               fmt::format("{:.3f} %", 100 * cost.recording), percent(cost.steps.paired),
               bounds(cost.steps));
    std::fflush(stdout);
  });
  if (!done) return false;
  fmt::print(
      "an all-reduce and its wait take {:.1f} us, and {:.1f} us more if the probe records the "
      "line\nof code, the call, its wait and its end   (medians of {} processes)\n",
      1e6 * median(call), 1e6 * median(call_more), call.size());
  return true;
}

// Prints the times of cells with and without the probe. The two runs of a pair follow each other
// directly, so that a slow phase of the machine affects both. The order alternates, because the
// first run warms caches.
void print_cells(BenchPlan& bench_plan, int pairs) {
  std::vector<double> ratios;
  const auto cells = std::exchange(bench_plan.plan.cells, {});
  for (int pair = 0; pair < pairs; ++pair) {
    fmt::print(stderr, "cells, pair {} of {}\n", pair + 1, pairs);
    for (const matrix::PlannedCell& planned : cells) {
      bench_plan.plan.cells = {planned};
      const bool first = pair % 2 == 0;
      const Measured one = through_gridlock(bench_plan, "fork", 1, first);
      const Measured other = through_gridlock(bench_plan, "fork", 1, !first);
      const auto& with = (first ? one : other).seconds.at(planned.cell.id);
      const auto& without = (first ? other : one).seconds.at(planned.cell.id);
      ratios.push_back(median(with) / median(without));
    }
  }
  fmt::print("with the probe, whole cells take {:+.2f} % more time   (median of {} pairs)\n",
             100 * (median(ratios) - 1), ratios.size());
}

// Prints three measurements. The first is the nanoseconds per call on a backend that does nothing.
// The second is the share of a training step that recording takes, computed from the number of
// events and the cost of one event, next to the times of interleaved steps with and without the
// probe. The third is how much longer whole cells take with the probe, measured in pairs. Returns
// an exit code.
int bench_probe(const ProbeOptions& options) {
  if (options.gpu) return print_gpu_cost(options.steps);
  if (const int code = bench_program("probe_bench"); code != cli::kExpected) return code;
  BenchPlan bench_plan("startup");
  if (!print_steps(bench_plan, options.steps)) {
    fmt::print(stderr, "gridlock: a training run failed; its output is above\n");
    return cli::kEnvironment;
  }
  print_cells(bench_plan, options.pairs);
  return cli::kExpected;
}

}  // namespace

void add_probe(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("probe", "Overhead of recording per call, per step and per cell");
  auto options = std::make_shared<ProbeOptions>();
  command
      .option("--pairs", options->pairs,
              "How many pairs of runs per cell, one with the probe, one without it")
      .range(1, 100)
      .show_default();
  command.option("--steps", options->steps, "How many steps each training run has")
      .range(11, 100'000)
      .show_default();
  command.flag("--gpu", options->gpu,
               "Only measure training steps on GPUs, while the probe records and while it is paused");
  command.action([options, &exit_code] { exit_code = bench_probe(*options); });
}

}  // namespace gridlock::bench
