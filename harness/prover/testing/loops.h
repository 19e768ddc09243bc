// Runs training loops, given as lists of calls, until no rank can continue. Tests use the logs to
// see the effect of a rank that skipped a call or made an extra one.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prover/names.h"
#include "harness/prover/testing/builder.h"

namespace gridlock::prover::testing {

struct LoopCall {
  trace::Op op = trace::Op::kAllreduce;
  int group = 0;  // index into the job's groups; kSend sends a message to the next member
  std::uint64_t count = 1;
  std::uint64_t site = 0;
  bool operator==(const LoopCall&) const = default;
};
using LoopCalls = std::vector<LoopCall>;

LoopCalls repeat(const LoopCalls& step, int steps);
LoopCalls operator+(LoopCalls first, const LoopCalls& second);

struct BlockedJob {
  JobBuilder job;
  bool ended = false;  // some rank reached the end of its calls
};

// Runs the loops. Each rank makes its calls in order and waits for each of them. A collective
// completes when all members have made it with equal arguments; a message completes immediately.
// When no rank can continue, each rank is blocked in its call and has issued `ahead` further calls.
// A rank's log contains its last `log` calls. `groups` lists the members of each group; all members
// create the group.
BlockedJob run(const std::vector<std::vector<int>>& groups, const std::vector<LoopCalls>& ranks,
               std::size_t ahead = 0, std::size_t log = 256);

// Returns a table like gloo's in which every mismatch is a desync and not a deadlock.
Semantics undefined_mismatches();

}  // namespace gridlock::prover::testing
