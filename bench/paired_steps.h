// Measures the cost of a feature in training steps. Real ranks train a cell in two variants, with
// the feature and without it. Steps of the two variants take turns
// (harness/rank/testing/gridlock_testing/interleaved.py), so both run under the same load of the
// machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "bench/bench_plan.h"

namespace gridlock::bench {

struct PairedTimes {
  std::string cell;
  double seconds = 0;  // median without the feature
  // The relative increase of the time: its median and the median's 95 % bounds. The bounds assume
  // that pairs are independent.
  double paired = 0;
  double low = 0;
  double high = 0;
};

// Converts {"cell", "with": [seconds], "without": [seconds]}. Leaves out the first `warm_up` pairs.
// Throws nlohmann::json::exception.
PairedTimes paired_times(const nlohmann::json& result, std::size_t warm_up);
// Converts the times of steps. Leaves out the first steps, which compile and fill caches.
PairedTimes paired_steps(const nlohmann::json& result);

// Returns the specification for a module of gridlock_testing that trains this cell for `steps`
// steps.
nlohmann::json training_of(const BenchPlan& bench_plan, const matrix::PlannedCell& planned,
                           int steps);

// Trains the cell for `steps` steps in each variant with the module `gridlock_testing.NAME`, and
// returns the module's result. If the module fails, prints its output and returns nullopt.
std::optional<nlohmann::json> run_interleaved(const BenchPlan& bench_plan,
                                              const matrix::PlannedCell& planned, int steps,
                                              const std::string& name);

// Returns a share as text, such as "+1.0 %".
std::string percent(double share);
// Returns `low` and `high` in percent, such as "+0.8 +1.3".
std::string bounds(const PairedTimes& times);

}  // namespace gridlock::bench
