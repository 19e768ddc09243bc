// The cost of a feature in training steps: real ranks train two variants of a cell, one with it and
// one without, with interleaved steps (harness/rank/testing/gridlock_testing/interleaved.py). Both
// therefore see the same machine within the same second.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "bench/bench_plan.h"

namespace gridlock::bench {

struct PairedTimes {
  std::string cell;
  double seconds = 0;  // without it, median
  // The relative increase of the time: the median, and its 95 % bounds if pairs are independent.
  double paired = 0;
  double low = 0;
  double high = 0;
};

// Converts {"cell", "with": [seconds], "without": [seconds]}, pair by pair, without the first
// `warm_up` pairs. Throws nlohmann::json::exception.
PairedTimes paired_times(const nlohmann::json& result, std::size_t warm_up);
// Converts steps; the first ones, which compile and fill caches, are left out.
PairedTimes paired_steps(const nlohmann::json& result);

// Returns the request to the Python side to train this cell for `steps` steps.
nlohmann::json training_of(const BenchPlan& bench_plan, const matrix::PlannedCell& planned,
                           int steps);

// Trains the cell for `steps` steps in each variant, by the module `gridlock_testing.NAME`, and
// returns its result. Returns nothing if a training did not end, and then prints the module's
// output.
std::optional<nlohmann::json> run_interleaved(const BenchPlan& bench_plan,
                                              const matrix::PlannedCell& planned, int steps,
                                              const std::string& name);

// Format "+1.0 %" and "+0.8 +1.3".
std::string percent(double share);
std::string bounds(const PairedTimes& times);

}  // namespace gridlock::bench
