// Decides whether the numbers of one cell are usable: every rank must report the same finite ones.
// The loss is a global mean and the gradient norm is that of all parameters, so ranks have no
// reason to differ.
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
  std::vector<int> ranks;     // not finite, or different from most others
  std::string sentence;
};

// Replicas of gradients, parameters and optimizer state must have the same bits. Losses must be
// equal on all ranks bit for bit, since each is the same all-reduced number. Gradient norms must
// agree within the bound of the cell's precision, since a rank may add the shards in its own order.
std::optional<NumbersFault> find_numbers_fault(const CellRecord& record);

// Returns the ranks' states as the input of golden/state.h.
std::vector<golden::RankStates> states_of(const CellRecord& record);

// Returns the cell's value of the axis `precision`; fp32 without that axis.
std::string precision_of(const CellRecord& record);

// Returns how far the cell's losses, or gradient norms, moved in its trainings with random
// rounding; nullopt if there were too few. At least one rank must have reported.
using RoundedSeries = std::vector<double> protocol::RoundedReport::*;
std::optional<golden::Spread> spread_of(const CellRecord& record, RoundedSeries series);

// Returns the bounds for the cell's value of the axis `precision`; fp32 without that axis.
const golden::Tolerance& tolerance_of(const CellRecord& record);

}  // namespace gridlock::verdict
