// The costs of a compiled cell: its step time after warm-up and its memory, compared with the
// uncompiled cell that is otherwise the same. Times depend on the load of the machine, so they
// affect the verdict only if the matrix sets limits (judge_costs() in judge.h).
#pragma once

#include <optional>
#include <string>

#include "harness/health/frames.h"

namespace gridlock::verdict {

struct CellRecord;

struct Costs {
  std::string uncompiled;  // id of the uncompiled cell
  double step_seconds = 0;
  double uncompiled_step_seconds = 0;
  double memory_mib = 0;  // largest peak of any rank while it did not compile
  double uncompiled_memory_mib = 0;

  double speedup() const { return uncompiled_step_seconds / step_seconds; }
  double memory_ratio() const { return memory_mib / uncompiled_memory_mib; }
};

// Returns the median step time in seconds. Ignores the first step, and all steps up to the last one
// in which a rank compiled. The time of a step is the time of its slowest rank. Returns nullopt if
// fewer than two steps are left.
std::optional<double> steady_step_seconds(const CellRecord& record);

// Returns how much longer the slowest rank compiled than the fastest rank. Returns nullopt for a
// cell that compiled nothing or has fewer than two ranks.
std::optional<health::Skew> compile_skew_of(const CellRecord& record);

}  // namespace gridlock::verdict
