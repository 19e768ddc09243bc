// Whether the numbers of one cell can be used at all: every rank reports the same, finite ones. The
// loss is a global mean, the gradient norm that of all parameters, so ranks have no reason to
// differ.
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
  std::vector<int> ranks;     // that are not finite, or that differ from most others
  std::string sentence;
};

// Replicas of gradients, parameters and optimizer state must have the same bits. Losses must be
// equal between ranks bit for bit, as each is the same all-reduced number; gradient norms within
// the bound of the cell's precision, as a rank may add the shards in its own order.
std::optional<NumbersFault> find_numbers_fault(const CellRecord& record);

// What golden/state.h asks for.
std::vector<golden::RankStates> states_of(const CellRecord& record);

// Its value of the axis `precision`; fp32 where it has none.
std::string precision_of(const CellRecord& record);

// How far its losses, or gradient norms, moved in its trainings with random rounding; nothing where
// it has too few. A rank must have reported.
using RoundedSeries = std::vector<double> protocol::RoundedReport::*;
std::optional<golden::Spread> spread_of(const CellRecord& record, RoundedSeries series);

// The bounds for the cell's value of the axis `precision`; fp32 where it has none.
const golden::Tolerance& tolerance_of(const CellRecord& record);

}  // namespace gridlock::verdict
