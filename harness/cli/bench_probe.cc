#include "harness/cli/bench_probe.h"

#include <fmt/format.h>

#include <vector>

#include "harness/cli/bench_programs.h"
#include "harness/cli/command.h"
#include "harness/cli/startup_trials.h"

namespace gridlock::cli {
namespace {

struct Costs {
  std::vector<double> steps;  // with the probe / without: one for each pair and cell
  std::vector<double> cells;
};

void add_ratios(const std::map<std::string, std::vector<double>>& with,
                const std::map<std::string, std::vector<double>>& without,
                std::vector<double>& ratios) {
  for (const auto& [cell, seconds] : with) {
    const auto other = without.find(cell);
    if (other != without.end()) ratios.push_back(median(seconds) / median(other->second));
  }
}

void print_cost(const char* what, const std::vector<double>& ratios) {
  fmt::print("{:<52}{:>+8.2f} %   ({} pairs)\n", what, 100 * (median(ratios) - 1), ratios.size());
}

}  // namespace

int bench_probe(const ProbeOptions& options) {
  if (const int code = bench_program("probe_bench"); code != kExpected) return code;
  Trials trials("startup");
  for (auto& planned : trials.plan.cells) planned.recipe.steps = options.steps;
  fmt::print(stderr, "filling the compiler's caches first\n");
  through_gridlock(trials, "fork", 1);
  Costs costs;
  for (int pair = 0; pair < options.pairs; ++pair) {
    fmt::print(stderr, "pair {} of {}\n", pair + 1, options.pairs);
    // In turn: a machine that slows down meanwhile must not count for one side alone.
    const bool first = pair % 2 == 0;
    const Measured one = through_gridlock(trials, "fork", 1, first);
    const Measured other = through_gridlock(trials, "fork", 1, !first);
    const Measured& with = first ? one : other;
    const Measured& without = first ? other : one;
    add_ratios(with.steps, without.steps, costs.steps);
    add_ratios(with.seconds, without.seconds, costs.cells);
  }
  print_cost("training steps take longer with the probe by", costs.steps);
  print_cost("whole cells take longer with the probe by", costs.cells);
  return kExpected;
}

}  // namespace gridlock::cli
