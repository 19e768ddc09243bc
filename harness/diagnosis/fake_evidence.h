// Builds evidence for tests. A test needs one line for each rank, group, call or stack.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/diagnosis/words.h"

namespace gridlock::diagnosis::testing {

inline facts::Group group_of(const std::string& description, std::vector<int> members,
                             std::uint64_t enqueued = 0) {
  return {"1", description, std::move(members), 0, "gloo", enqueued};
}

// Returns a rank whose main thread has the stack `frames`, outermost first.
inline RankEvidence rank_in(int rank, std::vector<Frame> frames) {
  RankEvidence evidence;
  evidence.rank = rank;
  evidence.threads = {
      {static_cast<std::uint64_t>(100 + rank), "MainThread", false, true, std::move(frames)}};
  return evidence;
}

// Issues the rank's next collective of the group with this index. If `done` is set, also completes
// it.
inline facts::Call& call(RankEvidence& rank, int group, trace::Op op, bool done = true) {
  facts::Call call;
  call.op = op;
  call.dtype = 6;  // float32
  call.group = group;
  call.count = 64;
  call.number = static_cast<std::uint32_t>(rank.open.size() + rank.recent.size() + 1);
  call.seq = ++rank.groups.at(static_cast<std::size_t>(group)).enqueued;
  return (done ? rank.recent : rank.open).emplace_back(call);
}

// Returns a wait of the rank's main thread for its last open call.
inline facts::Blocked blocked(const RankEvidence& rank, std::vector<int> waits_for) {
  facts::Blocked result;
  result.rank = rank.rank;
  result.thread = 100 + rank.rank;
  result.call = rank.open.back();
  result.wait.call = result.call.number;
  result.group = rank.groups.at(static_cast<std::size_t>(result.call.group));
  result.waits_for = std::move(waits_for);
  return result;
}

inline const Frame kMain{"main", "train.py", 10};
inline const Frame kAllReduceFrame{"all_reduce", "torch/distributed/distributed_c10d.py", 3075};

// Returns a finding about four ranks in cp[0-3]. Each of them is also in a dp group with one
// partner. After two collectives of cp, rank 1 skips the third one. It continues with a dp
// collective, which its partner, rank 5, never joins.
inline Evidence missing_rank() {
  Evidence evidence;
  evidence.finding.cls = facts::Class::kMissingRank;
  evidence.finding.at_fault = {1};
  evidence.finding.rule = "It never made the call that ranks 0, 2-3 wait for";
  evidence.finding.assumptions = {"no thread outside torch will make a call"};
  for (int rank = 0; rank < 4; ++rank) {
    const int line = rank == 1 ? 81 : 60;
    evidence.ranks.push_back(
        rank_in(rank, {kMain, {"Block.forward", "model.py", line}, kAllReduceFrame}));
    RankEvidence& last = evidence.ranks.back();
    last.groups = {group_of("mesh_cp", {0, 1, 2, 3}, 14), group_of("mesh_dp", {rank, rank + 4}, 8)};
    call(last, 0, trace::Op::kAllgatherBase);
    call(last, 0, trace::Op::kReduceScatterBase);
    if (rank == 1) {
      call(last, 1, trace::Op::kAllreduce, false);
      evidence.finding.blocked.push_back(blocked(last, {5}));
    } else {
      call(last, 0, trace::Op::kAllgatherBase, false);
      evidence.finding.blocked.push_back(blocked(last, {1}));
    }
  }
  return evidence;
}

// Returns a finding in which ranks 0, 2 and 3 wait in all_reduce #4 of default_pg for rank 1, whose
// stack is `frames`.
inline Evidence waiting_for_rank_1(facts::Class cls, std::vector<Frame> frames,
                                   bool active = false) {
  Evidence evidence;
  evidence.finding.kind = facts::Kind::kStall;
  evidence.finding.cls = cls;
  evidence.finding.at_fault = {1};
  for (int rank = 0; rank < 4; ++rank) {
    evidence.ranks.push_back(rank_in(rank, {kMain, {"step", "train.py", 31}, kAllReduceFrame}));
    RankEvidence& last = evidence.ranks.back();
    last.groups = {group_of("default_pg", {0, 1, 2, 3}, 3)};
    if (rank == 1) {
      last.threads[0].frames = frames;
      last.threads[0].active = active;
      last.phase = "step 4";
      last.phase_seconds = 12;
    } else {
      call(last, 0, trace::Op::kAllreduce, false);
      evidence.finding.blocked.push_back(blocked(last, {1}));
    }
  }
  return evidence;
}

// Returns a finding about two ranks, which are blocked in the given calls.
inline Evidence two_ranks(facts::Class cls, trace::Op first, trace::Op second,
                          std::vector<int> at_fault) {
  Evidence evidence;
  evidence.finding.cls = cls;
  evidence.finding.at_fault = std::move(at_fault);
  for (int rank = 0; rank < 2; ++rank) {
    evidence.ranks.push_back(rank_in(rank, {kMain, {"step", "train.py", 30 + rank}}));
    evidence.ranks.back().groups = {group_of("default_pg", {0, 1}, 2)};
    call(evidence.ranks.back(), 0, rank == 0 ? first : second, false);
  }
  for (int rank = 0; rank < 2; ++rank) {
    evidence.finding.blocked.push_back(
        blocked(evidence.ranks[static_cast<std::size_t>(rank)], {1 - rank}));
  }
  return evidence;
}

}  // namespace gridlock::diagnosis::testing
