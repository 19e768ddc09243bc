// gridlock bench startup trains the same cells, one by one, with torchrun and with gridlock's fork
// and warm tiers.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/bench_plan.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/controller/specification.h"

namespace gridlock::bench {
namespace {

struct StartupOptions {
  int repeat = 3;           // training runs of each cell in each tier
  int torchrun_repeat = 1;  // training runs of each cell with torchrun, which is slow
  bool json = false;
};

// A promise: a tier trains cells of this kind `times` times as fast as torchrun.
struct Target {
  const char* tier;
  bool compiled;
  double times;
};
constexpr Target kTargets[] = {{"fork", false, 7}, {"fork", true, 6}, {"warm", false, 25}};
// A promise: a cell takes at most `seconds` beyond its compilation and steps (median over cells).
struct Overhead {
  const char* tier;
  double seconds;
};
constexpr Overhead kOverheads[] = {{"fork", 0.10}, {"warm", 0.03}};
constexpr double kControllerMib = 20;
constexpr double kAgentMib = 30;

struct Table {
  const BenchPlan& bench_plan;
  Measured torchrun, fork, warm;

  bool is_compiled(const std::string& cell) const {
    for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
      if (planned.cell.id == cell) return controller::compiles(planned.cell);
    }
    return false;
  }
  const Measured& tier(const std::string& name) const { return name == "warm" ? warm : fork; }
  double times_faster(const std::string& tier_name, const std::string& cell) const {
    const double seconds = median(tier(tier_name).seconds.at(cell));
    return seconds > 0 ? median(torchrun.seconds.at(cell)) / seconds : 0;
  }
  // Returns the median over the compiled cells, or over the eager cells if `compiled` is false.
  double median_times_faster(const std::string& tier_name, bool compiled) const {
    std::vector<double> ratios;
    for (const auto& [cell, seconds] : torchrun.seconds) {
      if (is_compiled(cell) == compiled) ratios.push_back(times_faster(tier_name, cell));
    }
    return median(ratios);
  }
  double median_overhead(const std::string& tier_name) const {
    std::vector<double> overheads;
    for (const auto& [cell, seconds] : tier(tier_name).seconds) {
      overheads.push_back(median(seconds) - median(tier(tier_name).training_seconds.at(cell)));
    }
    return median(overheads);
  }
  // Returns the largest speedup over torchrun that a tier can reach: the one of cells that take no
  // time beyond compilation and steps (median over cells).
  double limit(bool compiled) const {
    std::vector<double> ratios;
    for (const auto& [cell, seconds] : torchrun.seconds) {
      const double training = median(warm.training_seconds.at(cell));
      if (is_compiled(cell) == compiled) ratios.push_back(median(seconds) / training);
    }
    return median(ratios);
  }
};

void print_cells(const Table& table) {
  fmt::print("{:<57}{:>9}{:>7}{:>7}{:>9}{:>9}\n", "cell (median seconds)", "torchrun", "fork",
             "warm", "fork", "warm");
  for (const auto& [cell, seconds] : table.torchrun.seconds) {
    fmt::print("{:<57}{:>9.2f}{:>7.2f}{:>7.2f}{:>8.1f}x{:>8.1f}x\n", cell, median(seconds),
               median(table.fork.seconds.at(cell)), median(table.warm.seconds.at(cell)),
               table.times_faster("fork", cell), table.times_faster("warm", cell));
  }
  fmt::print("{:<57}{:>9.2f}{:>7.2f}{:>7.2f}\n\n", "all trainings, loading torch included",
             table.torchrun.total_seconds, table.fork.total_seconds, table.warm.total_seconds);
}

void print_target(const std::string& what, double measured, double target, bool kept,
                  const char* unit) {
  fmt::print("{:<46} {:>7.3g}{} {:>12.3g}{} {:>8}\n", what, measured, unit, target, unit,
             kept ? "ok" : "MISSED");
}

void print_overheads(const Table& table) {
  for (const Overhead& promised : kOverheads) {
    const double seconds = table.median_overhead(promised.tier);
    print_target(fmt::format("{} tier, seconds beyond compiling and steps", promised.tier), seconds,
                 promised.seconds, seconds <= promised.seconds, " ");
  }
}

void print_targets(const Table& table) {
  fmt::print("{:<46} {:>8} {:>13}\n", "compared with torchrun (median over cells)", "here",
             "promised");
  for (const Target& target : kTargets) {
    const double times = table.median_times_faster(target.tier, target.compiled);
    print_target(
        fmt::format("{} tier, {} cells", target.tier, target.compiled ? "compiled" : "eager"),
        times, target.times, times >= target.times, "x");
  }
  fmt::print("{:<46} {:>7.3g}x\n", "largest possible speedup, eager cells", table.limit(false));
  fmt::print("{:<46} {:>7.3g}x\n", "largest possible speedup, compiled cells", table.limit(true));
  print_overheads(table);
  const double controller = std::max(table.fork.controller_mib, table.warm.controller_mib);
  const double agent = std::max(table.fork.agent_mib, table.warm.agent_mib);
  print_target("controller, resident MiB", controller, kControllerMib, controller <= kControllerMib,
               " ");
  print_target("agent, resident MiB", agent, kAgentMib, agent <= kAgentMib, " ");
}

void print_json(const Table& table) {
  for (const auto& [cell, seconds] : table.torchrun.seconds) {
    const nlohmann::ordered_json line = {
        {"cell", cell},
        {"compiled", table.is_compiled(cell)},
        {"torchrun_seconds", median(seconds)},
        {"fork_seconds", median(table.fork.seconds.at(cell))},
        {"warm_seconds", median(table.warm.seconds.at(cell))},
        {"fork_times_faster", table.times_faster("fork", cell)},
        {"warm_times_faster", table.times_faster("warm", cell)},
        {"fork_training_seconds", median(table.fork.training_seconds.at(cell))},
        {"warm_training_seconds", median(table.warm.training_seconds.at(cell))}};
    fmt::print("{}\n", line.dump());
  }
}

// Prints seconds per cell and, as medians over cells, how many times faster than torchrun each tier
// is. Returns an exit code, which is 1 if a cell did not finish.
int bench_startup(const StartupOptions& options) {
  const BenchPlan bench_plan("startup");
  fmt::print(stderr, "{}; filling the compiler's caches first\n",
             controller::describe(bench_plan.machine));
  through_gridlock(bench_plan, "fork", 1);
  Table table{bench_plan, {}, {}, {}};
  fmt::print(stderr, "fork tier, {} times each\n", options.repeat);
  table.fork = through_gridlock(bench_plan, "fork", options.repeat);
  fmt::print(stderr, "warm tier, {} times each\n", options.repeat);
  table.warm = through_gridlock(bench_plan, "warm", options.repeat);
  fmt::print(stderr, "torchrun, {} times each\n", options.torchrun_repeat);
  table.torchrun = through_torchrun(bench_plan, options.torchrun_repeat);
  if (options.json) {
    print_json(table);
  } else {
    print_cells(table);
    print_targets(table);
  }
  int exit_code = cli::kExpected;
  for (const Measured* measured : {&table.torchrun, &table.fork, &table.warm}) {
    for (const std::string& failure : measured->failures) {
      fmt::print(stderr, "failed: {}\n", failure);
      exit_code = cli::kUnexpected;
    }
  }
  return exit_code;
}

}  // namespace

void add_startup(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "startup", "Seconds per cell in the fork and warm tiers, compared with torchrun");
  auto options = std::make_shared<StartupOptions>();
  command.option("--repeat", options->repeat, "How many times each cell trains in each tier")
      .range(1, 100)
      .show_default();
  command
      .option("--torchrun-repeat", options->torchrun_repeat,
              "How many times each cell trains under torchrun")
      .range(1, 100)
      .show_default();
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_startup(*options); });
}

}  // namespace gridlock::bench
