// What something costs in training steps: two teams of real ranks, one with it and one without,
// take turns (harness/rank/testing/gridlock_testing/turns.py), so that both see the same machine
// within the same second.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "bench/startup_trials.h"

namespace gridlock::bench {

struct PairedTimes {
  std::string cell;
  double seconds = 0;  // without it, median
  // The time with it in relation to that without, less 1. The median, and within which bounds it is
  // with 95 % where pairs are independent.
  double paired = 0;
  double low = 0;
  double high = 0;
};

// From {"cell", "with": [seconds], "without": [seconds]}, pair by pair, without those that warm up.
// Throws nlohmann::json::exception.
PairedTimes paired_times(const nlohmann::json& told, std::size_t warm_up);
// Of steps: the first ones compile and fill caches.
PairedTimes paired_steps(const nlohmann::json& told);

// What the Python side is asked: to train this cell for so many steps.
nlohmann::json training_of(const Trials& trials, const matrix::PlannedCell& planned, int steps);

// Trains the cell for so many steps of each team, by the module `gridlock_testing.NAME`; gives what
// that says. Nothing when a training did not end: then what was printed is printed.
std::optional<nlohmann::json> take_turns(const Trials& trials, const matrix::PlannedCell& planned,
                                         int steps, const std::string& name);

// For fmt: "+1.0 %" and "+0.8 +1.3".
std::string percent(double share);
std::string bounds(const PairedTimes& times);

}  // namespace gridlock::bench
