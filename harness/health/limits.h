// Checks what torch.compile did in a cell, against limits that a matrix sets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

// The limits of a matrix file ([[compile_limit]]). A limit that is not set is not checked.
struct FrameLimits {
  // Largest number of distinct graph breaks on a rank.
  std::optional<int> breaks;
  // Kinds and places of graph breaks that do not count: "fsdp", "case.py", "case.py:forward".
  std::vector<std::string> breaks_at;
  // Largest number of recompilations of one function on a rank.
  std::optional<int> recompiles;
};

struct CompileFault {
  std::string verdict;  // compile_error | inconsistent_compile | recompile_storm | graph_break
  std::vector<int> ranks;
  std::string sentence;
  std::vector<std::string> signature;  // properties that do not depend on the run
};

// Returns a fault if ranks compiled different collectives (schedules.h).
std::optional<CompileFault> find_inconsistent_compile(const std::vector<Frame>& frames);

// Returns a fault if the compiler failed and torch continued uncompiled.
std::optional<CompileFault> find_compile_error(const std::vector<Frame>& frames);

// Returns a fault if the frames exceed the limits: too many recompilations of a function, or else
// too many graph breaks. Recompilations in every step are too many, whatever the limits allow.
std::optional<CompileFault> find_compile_fault(const std::vector<Frame>& frames,
                                               const FrameLimits& limits);

}  // namespace gridlock::health
