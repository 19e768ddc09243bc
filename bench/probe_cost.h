// What the probe costs in training steps, measured on real ranks by
// harness/rank/testing/gridlock_testing/probe_cost.py.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/startup_trials.h"

namespace gridlock::bench {

struct StepCost {
  std::string cell;
  double seconds = 0;    // a step without the probe, median
  double events = 0;     // recorded in a step by one rank
  double call = 0;       // seconds of an all-reduce and its wait without the probe …
  double call_more = 0;  // … and what the probe adds to it
  double recording = 0;  // the share of a step that recording them takes
  // A step with the probe in relation to one without, less 1: steps of two teams of ranks that take
  // turns. The median, and within which bounds it is with 95 % where pairs are independent.
  double paired = 0;
  double low = 0;
  double high = 0;
};

// From what the Python side says of a cell. Throws nlohmann::json::exception.
StepCost step_cost(const nlohmann::json& told);

// Trains each cell of the trials for so many steps; tells `finished` of each. False when a training
// did not end.
bool measure_steps(const Trials& trials, int steps,
                   const std::function<void(const StepCost&)>& finished);

}  // namespace gridlock::bench
