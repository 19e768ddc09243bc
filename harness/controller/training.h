// The training runs that a plan requires. One training run is one repetition of a cell. Every
// partner is trained before the cells that are compared with it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "matrix/plan.h"

namespace gridlock::controller {

struct Training {
  std::size_t index = 0;  // into Plan::cells
  int repetition = 0;
  int agent_deaths = 0;  // agents that died during this run

  friend bool operator==(const Training& a, const Training& b) {
    return a.index == b.index && a.repetition == b.repetition;
  }
};

// The key of a finished training run.
using FinishedKey = std::pair<std::string, int>;  // cell id, repetition

// Returns the training runs of the plan in the order of training_order() (compile_times.h). A cell
// occurs `repeat` times. A cell that is compared with itself in N tiers occurs at least N + 1
// times. A skipped cell occurs once.
std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat);

// Returns the tier in which to train this repetition of the cell. `tier` is the tier of the run. A
// cell that sets something that Python or torch reads only at startup, such as the seed of string
// hashes, is always cold. Any other cell uses `tier` first, and then the tiers that its relations
// to itself require.
std::string tier_of(const matrix::PlannedCell& planned, int repetition, const std::string& tier);
// Returns whether any repetition of the cell uses the cold tier, which takes the most memory
// because each rank has a fresh interpreter.
bool uses_cold_tier(const matrix::PlannedCell& planned, const std::string& tier);

// Returns whether all training runs that `training` will be compared with are finished.
bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished);

}  // namespace gridlock::controller
