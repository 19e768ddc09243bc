// Decides whether the numerical results of one cell are usable: every rank must report the same
// finite values. The loss is a global mean and the gradient norm covers all parameters, so all
// ranks should report equal values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "golden/spread.h"
#include "golden/state.h"
#include "golden/tolerance.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

struct NumbersFault {
  std::string verdict_class;  // not finite | ranks disagree
  std::string series;         // loss | grad norm | gradients | parameters | optimizer state
  std::vector<int> ranks;     // with values that are not finite or differ from most ranks
  std::string sentence;
};

// Checks the cell's numerical results. Replicas of gradients, parameters and optimizer state must
// be bitwise equal. Losses must be bitwise equal on all ranks because every rank reports the result
// of one all-reduce. Gradient norms must agree within the bound of the cell's precision because
// each rank may add the shards in a different order.
std::optional<NumbersFault> find_numbers_fault(const CellRecord& record);

// Converts the ranks' states to the input of golden/state.h.
std::vector<golden::RankStates> states_of(const CellRecord& record);

// Returns the cell's value of the axis `precision`; "fp32" if the cell has no such axis.
std::string precision_of(const CellRecord& record);

// Returns the spread of the cell's losses, or gradient norms, in its training runs with random
// rounding; nullopt if there were too few such runs. At least one rank must have reported.
using RoundedSeries = std::vector<double> protocol::RoundedReport::*;
std::optional<golden::Spread> spread_of(const CellRecord& record, RoundedSeries series);

// Returns the bounds for the cell's precision (see precision_of()).
const golden::Tolerance& tolerance_of(const CellRecord& record);

}  // namespace gridlock::verdict
