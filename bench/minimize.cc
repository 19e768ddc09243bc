#include "bench/minimize.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/cli/command.h"
#include "minimizer/testing/corpus.h"

namespace gridlock::bench {
namespace {

namespace made_up = minimizer::testing;

const std::array<std::string, 4> kMethods = {"engine", "ddmin", "HDD", "ProbDD"};

// What is promised is about these.
const std::string kFew = "graph 2000  k<=4", kMany = "graph 2000  k<=8";

// All measurements of one method on some problems.
struct Rows {
  std::vector<double> asked, ratios;
  int successes = 0, slips = 0, duplicates = 0, by_catch = 0;

  void add(const made_up::Measured& row) {
    asked.push_back(row.asked);
    ratios.push_back(row.size_ratio);
    successes += row.success;
    slips += row.slipped;
    duplicates += row.duplicates;
    by_catch += row.by_catch;
  }
};

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::nth_element(values, values.begin() + values.size() / 2);
  return values[values.size() / 2];
}

double greatest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::ranges::max_element(values);
}

made_up::Measured measure(const std::string& method, const minimizer::testing::MockProblem& mock) {
  return method == "engine" ? made_up::measure_engine(mock)
                            : made_up::measure_baseline(method, mock);
}

using Groups = std::map<std::string, std::map<std::string, Rows>>;  // by group and method

void print_json(const made_up::Task& task, const std::string& method,
                const made_up::Measured& row) {
  const nlohmann::ordered_json line = {{"problem", task.mock.name}, {"method", method},
                                       {"success", row.success},    {"asked", row.asked},
                                       {"lines", row.lines},        {"optimum", task.mock.optimum},
                                       {"slipped", row.slipped},    {"duplicates", row.duplicates}};
  fmt::print("{}\n", line.dump());
}

Groups measure_all(bool json) {
  Groups groups;
  for (const made_up::Task& task : made_up::corpus()) {
    const std::string group = fmt::format("{:<11} k={}", task.family, task.mock.necessary);
    for (const std::string& method : kMethods) {
      const made_up::Measured row = measure(method, task.mock);
      groups[group][method].add(row);
      groups["all"][method].add(row);
      if (task.family == "graph 2000") {
        groups[kMany][method].add(row);
        if (task.mock.necessary <= 4) groups[kFew][method].add(row);
      }
      if (json) print_json(task, method, row);
    }
  }
  return groups;
}

void print_group(const std::string& name, const std::map<std::string, Rows>& methods) {
  fmt::print("{:<16}", name);
  for (const std::string& method : kMethods) {
    const Rows& rows = methods.at(method);
    fmt::print(" | {:>5.0f} {:>5.0f} {:>5.2f}", median_of(rows.asked), greatest(rows.asked),
               greatest(rows.ratios));
  }
  fmt::print("\n");
}

void print_groups(const Groups& groups) {
  fmt::print("Questions (median, most) and the largest result, as a multiple of the optimum\n\n");
  fmt::print("{:<16}", "problems");
  for (const std::string& method : kMethods) fmt::print(" | {:<17}", method);
  fmt::print("\n");
  for (const auto& [name, methods] : groups) print_group(name, methods);
  fmt::print("\n{:<8} {:>9} {:>12} {:>10} {:>6} {:>9}\n", "method", "success", "median size",
             "duplicates", "slips", "by-catch");
  for (const std::string& method : kMethods) {
    const Rows& rows = groups.at("all").at(method);
    const std::string success = fmt::format("{} of {}", rows.successes, rows.asked.size());
    fmt::print("{:<8} {:>9} {:>12.2f} {:>10} {:>6} {:>9}\n", method, success,
               median_of(rows.ratios), rows.duplicates, rows.slips, rows.by_catch);
  }
}

// Prints how much sooner the engine is done with several candidates side by side.
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
  fmt::print("(k = 4; a simulated second for each question)\n");
}

struct Flaky {
  std::vector<double> runs, ratios;
  bool success = true;
};

Flaky measure_flaky_problems() {
  Flaky flaky;
  std::uint64_t seed = 0;
  for (const made_up::Task& task : made_up::flaky_corpus()) {
    const made_up::Measured row = made_up::measure_flaky(task.mock, ++seed);
    flaky.runs.push_back(row.runs);
    flaky.ratios.push_back(row.size_ratio);
    flaky.success = flaky.success && row.success;
  }
  return flaky;
}

bool promises_kept(const Groups& groups, const Flaky& flaky) {
  const Rows& all = groups.at("all").at("engine");
  return all.successes == static_cast<int>(all.asked.size()) && all.slips == 0 &&
         all.duplicates == 0 && greatest(all.ratios) <= 2 && median_of(all.ratios) <= 1.25 &&
         median_of(groups.at(kFew).at("engine").asked) <= 60 &&
         median_of(groups.at(kMany).at("engine").asked) <= 120 && flaky.success &&
         median_of(flaky.runs) <= 700;
}

}  // namespace

int bench_minimize(bool json) {
  const Groups groups = measure_all(json);
  const Flaky flaky = measure_flaky_problems();
  const bool kept = promises_kept(groups, flaky);
  if (!json) {
    print_groups(groups);
    print_speculation();
    fmt::print(
        "\nfailures in 3 of 10 runs, k=4: median {:.0f} runs, most {:.0f}; size at most "
        "{:.2f} times the optimum\n\n{}\n",
        median_of(flaky.runs), greatest(flaky.runs), greatest(flaky.ratios),
        kept ? "all promises kept" : "a promise is BROKEN");
  }
  return kept ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
