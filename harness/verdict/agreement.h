// Decides whether the numerical results of a cell are usable: every rank must report the same
// finite values. This is possible because the loss is a global mean and the gradient norm covers
// all parameters.
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
  std::vector<int> ranks;     // ranks whose values are not finite or differ from the others'
  std::string sentence;
};

// Checks the numerical results of the cell. Replicas of gradients, parameters and optimizer state
// must be bitwise equal. Losses must be bitwise equal too, because every rank reports the result of
// one all-reduce. Gradient norms must agree within the bound of the cell's precision, because ranks
// may add the shards in different orders.
std::optional<NumbersFault> find_numbers_fault(const CellRecord& record);

// Returns the ranks' states as the input of golden/state.h.
std::vector<golden::RankStates> states_of(const CellRecord& record);

// Returns the cell's value of the axis `precision`, or "fp32" if it has no such axis.
std::string precision_of(const CellRecord& record);

// Returns the spread of the cell's losses or gradient norms over its training runs with random
// rounding, with the bound for comparisons with `other`. Returns nullopt if there were too few such
// runs. At least one rank must have reported.
using RoundedSeries = std::vector<double> protocol::RoundedReport::*;
std::optional<golden::Spread> spread_of(const CellRecord& record, RoundedSeries series,
                                        golden::ComparedWith other);

// Returns the bounds for the precision of the cell (precision_of()).
const golden::Tolerance& tolerance_of(const CellRecord& record);

}  // namespace gridlock::verdict
