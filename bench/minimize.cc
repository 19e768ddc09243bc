// gridlock bench minimize measures how many oracle runs the minimizer needs and how small its
// results are, for problems with a known smallest result. The bench uses synthetic problems that
// run no program (minimizer/testing/corpus.h), and scripts that run on ranks
// (minimizer/testing/scripts). bench/other_reducers.py compares the minimizer with other reducers.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/minimize_end_to_end.h"
#include "bench/minimize_scripts.h"
#include "bench/minimize_targets.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "matrix/diagnostic.h"
#include "minimizer/testing/corpus.h"

namespace gridlock::bench {
namespace {

struct MinimizeBenchOptions {
  bool mock = false;              // runs only synthetic problems
  bool all = false;               // runs all scripts, not only a few
  std::vector<std::string> only;  // runs these scripts and no synthetic problem
  bool end_to_end = false;        // runs the measurement of minimize_end_to_end.h instead
  bool json = false;              // prints one object per problem instead of tables
};

namespace made_up = minimizer::testing;

// Names of the groups of problems that have targets.
const std::string kFew = "graph 2000  k<=4", kMany = "graph 2000  k=8";

// The measurements for a group of problems.
struct Rows {
  std::vector<double> asked, ratios, ranks_ratios;
  int successes = 0, slips = 0, duplicates = 0, by_catch = 0;

  void add(const made_up::Measured& row) {
    asked.push_back(row.asked);
    ratios.push_back(row.size_ratio);
    ranks_ratios.push_back(row.ranks_ratio);
    successes += row.success;
    slips += row.slipped;
    duplicates += row.duplicates;
    by_catch += row.by_catch;
  }
};

using Groups = std::map<std::string, Rows>;

void print_json(const made_up::Task& task, const made_up::Measured& row) {
  const nlohmann::ordered_json line = {{"problem", task.mock.name},    {"success", row.success},
                                       {"asked", row.asked},           {"lines", row.lines},
                                       {"optimum", task.mock.optimum}, {"slipped", row.slipped},
                                       {"duplicates", row.duplicates}};
  fmt::print("{}\n", line.dump());
}

Groups measure_all(bool json) {
  Groups groups;
  for (const made_up::Task& task : made_up::corpus()) {
    const made_up::Measured row = made_up::measure_engine(task.mock);
    groups[fmt::format("{:<11} k={}", task.family, task.mock.necessary)].add(row);
    groups["all"].add(row);
    if (task.family == "graph 2000" && task.mock.necessary <= 4) groups[kFew].add(row);
    if (json) print_json(task, row);
  }
  return groups;
}

void print_groups(const Groups& groups) {
  fmt::print("Questions (median, most), and the largest result as a multiple of the optimum\n\n");
  for (const auto& [name, rows] : groups) {
    fmt::print("{:<16} {:>5.0f} {:>5.0f} {:>5.2f}\n", name, median_of(rows.asked),
               greatest_of(rows.asked), greatest_of(rows.ratios));
  }
  const Rows& all = groups.at("all");
  fmt::print("\n{:>9} {:>12} {:>10} {:>6} {:>9}\n", "success", "median size", "duplicates", "slips",
             "by-catch");
  fmt::print("{:>9} {:>12.2f} {:>10} {:>6} {:>9}\n",
             fmt::format("{} of {}", all.successes, all.asked.size()), median_of(all.ratios),
             all.duplicates, all.slips, all.by_catch);
}

// Prints how much sooner the engine finishes if it examines several candidates in parallel.
void print_speculation() {
  fmt::print("\n{:<6} {:>16} {:>22}\n", "slots", "median seconds", "median questions");
  for (const int slots : {1, 2, 4, 8}) {
    std::vector<double> seconds, asked;
    for (const made_up::Task& task : made_up::corpus()) {
      if (task.mock.necessary != 4) continue;
      const made_up::Measured row = made_up::measure_engine(task.mock, slots);
      seconds.push_back(row.seconds);
      asked.push_back(row.asked);
    }
    fmt::print("{:<6} {:>16.0f} {:>22.0f}\n", slots, median_of(seconds), median_of(asked));
  }
  fmt::print("(k = 4; each question takes a simulated second)\n");
}

struct Flaky {
  std::vector<double> runs, ratios;
  int failures = 0;
};

Flaky measure_flaky_problems() {
  Flaky flaky;
  std::uint64_t seed = 0;
  for (const made_up::Task& task : made_up::flaky_corpus()) {
    const made_up::Measured row = made_up::measure_flaky(task.mock, ++seed);
    flaky.runs.push_back(row.runs);
    flaky.ratios.push_back(row.size_ratio);
    flaky.failures += !row.success;
  }
  return flaky;
}

std::vector<Target> targets_of(const Groups& groups, const Flaky& flaky) {
  const Rows& all = groups.at("all");
  const double failures = static_cast<double>(all.asked.size()) - all.successes;
  return {
      {"questions for 2,000 statements, 4 or fewer needed (median)", 60,
       median_of(groups.at(kFew).asked)},
      {"questions for 2,000 statements, 8 of them needed (median)", 120,
       median_of(groups.at(kMany).asked)},
      {"questions asked twice", 0, static_cast<double>(all.duplicates)},
      {"size relative to the optimum (median)", 1.25, median_of(all.ratios)},
      {"size relative to the optimum (worst)", 2, greatest_of(all.ratios)},
      {"ranks relative to the optimum (worst)", 1, greatest_of(all.ranks_ratios)},
      {"results that do not show the failure", 0, failures},
      {"slips to another failure", 0, static_cast<double>(all.slips)},
      {"runs for a failure that shows in 3 of 10 runs (most)", 700, greatest_of(flaky.runs)},
      {"… results that do not show the failure", 0, static_cast<double>(flaky.failures)},
      {"… size relative to the optimum (worst)", 2, greatest_of(flaky.ratios)},
  };
}

std::vector<Target> measure_made_up(bool json) {
  const Groups groups = measure_all(json);
  const std::vector<Target> targets = targets_of(groups, measure_flaky_problems());
  if (!json) {
    print_groups(groups);
    print_speculation();
  }
  return targets;
}

// Returns `rows`. Throws if there are none, because a target without a measurement would look met.
template <typename Row>
const std::vector<Row>& some(const std::vector<Row>& rows) {
  if (!rows.empty()) return rows;
  throw matrix::InputError("--only: there is no measurement with this name");
}

std::vector<Target> measure_chosen(const MinimizeBenchOptions& options) {
  if (options.end_to_end) {
    return end_to_end_targets(some(measure_end_to_end(options.only, options.json)));
  }
  std::vector<Target> targets;
  if (options.only.empty()) targets = measure_made_up(options.json);
  if (!options.mock) {
    const std::vector<ScriptRow> rows =
        measure_scripts(script_problems(options.all, options.only), options.json);
    std::ranges::move(script_targets(rows), std::back_inserter(targets));
  }
  return targets;
}

// Prints the tables, and each target with its measurement. Returns an exit code, which is 1 if a
// target is missed.
int bench_minimize(const MinimizeBenchOptions& options) {
  const std::vector<Target> targets = measure_chosen(options);
  if (!options.json) fmt::print("\n{}", target_table(targets));
  return all_met(targets) ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_minimize(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "minimize", "How many runs the minimizer needs, and how small its results are");
  auto options = std::make_shared<MinimizeBenchOptions>();
  command.flag("--mock", options->mock, "Minimize only generated problems, which run no script");
  command.flag("--all", options->all, "Minimize all scripts that run on ranks, instead of a few");
  command.option("--only", options->only, "Minimize only these scripts: crash_shapes-50x1, …")
      .type_name("SCRIPT");
  command.flag(
      "--end-to-end", options->end_to_end,
      "Instead, minimize failing cells of the case `dense` and a script of two files, until "
      "their\nrepro.py is verified; with --only 'cell report', minimize only that one");
  command.flag("--json", options->json, "Print one JSON object per line");
  command.action([options, &exit_code] { exit_code = bench_minimize(*options); });
}

}  // namespace gridlock::bench
