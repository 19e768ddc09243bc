// The costs of a compiled cell: its steady steps and its memory, next to those of the cell that
// differs only in not being compiled. The times come from a machine that may do other work as well:
// only the limits of a matrix turn them into a verdict (judge_costs() of judge.h).
#pragma once

#include <optional>
#include <string>

#include "harness/health/frames.h"

namespace gridlock::verdict {

struct CellRecord;

struct Costs {
  std::string uncompiled;  // the id of the other cell
  double step_seconds = 0;
  double uncompiled_step_seconds = 0;
  double memory_mib = 0;  // the largest peak of any rank outside of compiling
  double uncompiled_memory_mib = 0;

  double speedup() const { return uncompiled_step_seconds / step_seconds; }
  double memory_ratio() const { return memory_mib / uncompiled_memory_mib; }
};

// Returns the median of the steps after the first one and after the last one in which a rank
// compiled; each step counts with the time of its slowest rank. nullopt if fewer than two such
// steps are left.
std::optional<double> steady_step_seconds(const CellRecord& record);

// Returns how much longer the slowest rank compiled than the fastest one; nullopt for a cell that
// compiled nothing, or has fewer than two ranks.
std::optional<health::Skew> compile_skew_of(const CellRecord& record);

}  // namespace gridlock::verdict
