// Training loops as lists of calls, run until no rank can continue. The resulting logs show the
// calls after one rank has skipped a call or made one more.
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

// Runs the programs. Each rank makes its calls one after the other and waits for each call.
// Collectives complete when all members have made one with equal arguments; messages complete
// immediately. When no rank can continue, each rank is blocked in its call and has issued `ahead`
// more calls after it. A rank's log contains the last `log` calls. `groups` are the members of each
// group; all members make the group.
BlockedJob run(const std::vector<std::vector<int>>& groups, const std::vector<LoopCalls>& ranks,
               std::size_t ahead = 0, std::size_t log = 256);

// Returns a table like gloo's, except that every mismatch is a desync and not a deadlock.
Semantics undefined_mismatches();

}  // namespace gridlock::prover::testing
