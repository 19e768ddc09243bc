// What is allowed of torch.compile in a cell, and what it did beyond that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

// As a matrix file states them ([[compile_limit]]); what it does not state is not checked.
struct Limits {
  std::optional<int> breaks;           // distinct graph breaks of a rank
  std::vector<std::string> breaks_at;  // kinds and places of breaks that do not
                                       // count: "fsdp", "case.py", "case.py:forward"
  std::optional<int> recompiles;       // of one function on a rank
};

struct CompileFault {
  std::string verdict;  // compile_error | inconsistent_compile | recompile_storm | graph_break
  std::vector<int> ranks;
  std::string sentence;
  std::vector<std::string> signature;  // what two runs of the same fault share
};

// Ranks compiled different collectives (schedules.h).
std::optional<CompileFault> find_inconsistent_compile(const std::vector<Frame>& frames);

// The compiler failed, and torch went on without it.
std::optional<CompileFault> find_compile_error(const std::vector<Frame>& frames);

// The gravest other one: a function that is compiled again in each step (whatever is allowed),
// graph breaks.
std::optional<CompileFault> find_compile_fault(const std::vector<Frame>& frames,
                                               const Limits& limits);

}  // namespace gridlock::health
