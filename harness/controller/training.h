// One training that the plan asks for: a cell and a repetition of it. And the list of those that
// are still to be done, in an order in which every partner comes before who is compared with it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "matrix/plan.h"

namespace gridlock::controller {

struct Training {
  std::size_t index = 0;  // in Plan::cells
  int repetition = 0;
  int losses = 0;  // how often an agent died under it

  friend bool operator==(const Training& a, const Training& b) {
    return a.index == b.index && a.repetition == b.repetition;
  }
};

// Names a training among the finished ones.
using FinishedKey = std::pair<std::string, int>;  // cell id, repetition

// All trainings of the plan, in order (compile_times.h): each cell `repeat` times, and where it must
// agree with itself at least once more, in each tier that its relations ask for. Cells that are
// skipped appear once.
std::vector<Training> all_trainings(const matrix::Plan& plan, int repeat);

// The tier in which a run of `tier` trains that repetition of the cell: the first one in the run's.
// Forked ranks share their string hashes; only cold ones can have one each.
std::string tier_of(const matrix::PlannedCell& planned, int repetition, const std::string& tier);
// Whether fresh interpreters train any of its repetitions: they take the most memory.
bool is_ever_cold(const matrix::PlannedCell& planned, const std::string& tier);

// True when everything that `training` will be compared with is finished.
bool is_ready(const Training& training, const matrix::Plan& plan,
              const std::set<FinishedKey>& finished);

}  // namespace gridlock::controller
