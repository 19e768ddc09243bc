// The cost of the probe in training steps, measured on real ranks by
// harness/rank/testing/gridlock_testing/probe_cost.py.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "bench/paired_steps.h"

namespace gridlock::bench {

struct StepCost {
  PairedTimes steps;     // times of steps with and without the probe
  double events = 0;     // events that one rank records in a step
  double call = 0;       // seconds of an all-reduce and its wait without the probe
  double call_more = 0;  // seconds that the probe adds to `call`
  double recording = 0;  // share of a step that recording its events takes
};

// Converts the result of probe_cost.py for one cell. Throws nlohmann::json::exception.
StepCost step_cost(const nlohmann::json& result);

// Trains each cell of the plan for `steps` steps and passes each result to `finished`. Returns
// false if a training run failed.
bool measure_steps(const BenchPlan& bench_plan, int steps,
                   const std::function<void(const StepCost&)>& finished);

}  // namespace gridlock::bench
