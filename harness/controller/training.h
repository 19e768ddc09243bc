// One training that the plan asks for: a cell and one of its repetitions. The list of trainings
// puts every partner before the cells that are compared with it.
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
  int agent_deaths = 0;  // how often an agent died during it

  friend bool operator==(const Training& a, const Training& b) {
    return a.index == b.index && a.repetition == b.repetition;
  }
};

// Identifies a training among the finished ones.
using FinishedKey = std::pair<std::string, int>;  // cell id, repetition

// Returns all trainings of the plan, in order (compile_times.h): each cell `repeat` times, and a
// cell that must agree with itself at least once more, in each tier that its relations ask for.
// Skipped cells appear once.
std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat);

// Returns the tier in which a run of `tier` trains that repetition of the cell; the first one uses
// the run's tier. Forked ranks share their string hashes; only cold ranks can each have their own.
std::string tier_of(const matrix::PlannedCell& planned, int repetition, const std::string& tier);
// Returns whether any repetition uses fresh interpreters, which take the most memory.
bool uses_cold_tier(const matrix::PlannedCell& planned, const std::string& tier);

// Returns true if everything that `training` will be compared with is finished.
bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished);

}  // namespace gridlock::controller
