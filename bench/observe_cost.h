// The cost of observing the compiler in a training run, measured on real ranks by
// harness/rank/testing/gridlock_testing/observe_cost.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "bench/paired_steps.h"

namespace gridlock::bench {

struct ObserveCost {
  PairedTimes compiles;  // CPU seconds of all ranks
  double itself = 0;     // the observer's share of the compile time, as wall time
  PairedTimes steps;     // steps that compile nothing
  int calls = 0;         // calls of the observer's functions in a step that compiles nothing
};

// Converts the result of observe_cost.py for one cell. Throws nlohmann::json::exception.
ObserveCost observe_cost(const nlohmann::json& result);

// Trains the cell. Returns nullopt if a training run failed.
std::optional<ObserveCost> measure_observing(const BenchPlan& bench_plan,
                                             const matrix::PlannedCell& planned, int pairs,
                                             int steps);

}  // namespace gridlock::bench
