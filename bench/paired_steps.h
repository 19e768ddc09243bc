// The cost of a feature in training steps: two teams of real ranks, one with it and one without,
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
  // The relative increase of the time: the median, and its 95 % bounds if pairs are independent.
  double paired = 0;
  double low = 0;
  double high = 0;
};

// Converts {"cell", "with": [seconds], "without": [seconds]}, pair by pair, without the first
// `warm_up` pairs. Throws nlohmann::json::exception.
PairedTimes paired_times(const nlohmann::json& told, std::size_t warm_up);
// Converts steps; the first ones, which compile and fill caches, are left out.
PairedTimes paired_steps(const nlohmann::json& told);

// Returns the request to the Python side to train this cell for `steps` steps.
nlohmann::json training_of(const Trials& trials, const matrix::PlannedCell& planned, int steps);

// Trains the cell for `steps` steps in each team, by the module `gridlock_testing.NAME`, and
// returns its result. Returns nothing if a training did not end, and then prints the module's
// output.
std::optional<nlohmann::json> take_turns(const Trials& trials, const matrix::PlannedCell& planned,
                                         int steps, const std::string& name);

// Format "+1.0 %" and "+0.8 +1.3".
std::string percent(double share);
std::string bounds(const PairedTimes& times);

}  // namespace gridlock::bench
