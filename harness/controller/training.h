// One training run that the plan requires: a cell and one of its repetitions. In the list of
// training runs, every partner comes before the cells that are compared with the partner.
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

// Returns all training runs of the plan in the order of training_order() (compile_times.h). Each
// cell appears `repeat` times. A cell with relations to itself has at least one additional
// repetition for each tier that these relations require. Skipped cells appear once.
std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat);

// Returns the tier in which a run of `tier` trains this repetition of the cell. The first
// repetition uses the run's tier. Forked ranks share the seed of Python's string hashes; only cold
// ranks can have different seeds.
std::string tier_of(const matrix::PlannedCell& planned, int repetition, const std::string& tier);
// Returns whether any repetition uses fresh interpreters, which take the most memory.
bool uses_cold_tier(const matrix::PlannedCell& planned, const std::string& tier);

// Returns true if all training runs with which `training` will be compared are finished.
bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished);

}  // namespace gridlock::controller
