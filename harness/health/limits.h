// The limits on torch.compile in a cell, and violations of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

// The limits that a matrix file states ([[compile_limit]]). An omitted limit is not checked.
struct FrameLimits {
  // The number of distinct graph breaks on a rank.
  std::optional<int> breaks;
  // Kinds and places of breaks that are not counted: "fsdp", "case.py", "case.py:forward".
  std::vector<std::string> breaks_at;
  // The number of recompilations of one function on a rank.
  std::optional<int> recompiles;
};

struct CompileFault {
  std::string verdict;  // compile_error | inconsistent_compile | recompile_storm | graph_break
  std::vector<int> ranks;
  std::string sentence;
  std::vector<std::string> signature;  // the properties that two runs of one fault share
};

// Finds ranks that compiled different collectives (schedules.h).
std::optional<CompileFault> find_inconsistent_compile(const std::vector<Frame>& frames);

// Finds a failure of the compiler after which torch continued uncompiled.
std::optional<CompileFault> find_compile_error(const std::vector<Frame>& frames);

// Finds the most serious other fault: a function that is compiled again in each step, whatever the
// limits allow. If there is no such function, looks for graph breaks over the limit.
std::optional<CompileFault> find_compile_fault(const std::vector<Frame>& frames,
                                               const FrameLimits& limits);

}  // namespace gridlock::health
