// What a cell costs once it is compiled: its steady steps and its memory, beside those of the cell
// that differs only in not being compiled. Times are those of a machine that may do other work
// meanwhile: only limits that a matrix states make a verdict of them (judge_costs() of judge.h).
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
  double memory_mib = 0;  // the peak of a rank while it does not compile
  double uncompiled_memory_mib = 0;

  double speedup() const { return uncompiled_step_seconds / step_seconds; }
  double memory_ratio() const { return memory_mib / uncompiled_memory_mib; }
};

// The median of the steps behind the first, and behind the last in which a rank compiled, each as
// long as the slowest rank took. Nothing for fewer than two such steps.
std::optional<double> steady_step_seconds(const CellRecord& record);

// How much longer than all others a rank compiled; nothing of a cell that compiled nothing.
std::optional<health::Skew> compile_skew_of(const CellRecord& record);

}  // namespace gridlock::verdict
