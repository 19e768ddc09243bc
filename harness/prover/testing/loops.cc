#include "harness/prover/testing/loops.h"

#include <algorithm>

#include "harness/prover/signature.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using trace::Op;

class Run {
 public:
  Run(const std::vector<std::vector<int>>& groups, const std::vector<LoopCalls>& programs)
      : programs_(programs), job_(static_cast<int>(programs.size())), at_(programs.size(), 0) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      groups_.push_back(job_.group("g" + std::to_string(i), groups[i]));
      members_.push_back(groups[i]);
    }
  }

  // Issues the rank's next call. Returns false when the rank is blocked or at its end.
  bool step(int rank) {
    auto& at = at_[static_cast<std::size_t>(rank)];
    const LoopCalls& program = programs_[static_cast<std::size_t>(rank)];
    if (!job_.rank(rank).open.empty() || at == program.size()) return false;
    issue(rank, program[at++]);
    return true;
  }

  // Completes the calls that all members of a group have made with equal arguments. Returns whether
  // it completed any call.
  bool complete() {
    bool moved = false;
    for (std::size_t group = 0; group < groups_.size(); ++group) moved |= complete(group);
    return moved;
  }

  BlockedJob finish(std::size_t ahead, std::size_t log) {
    bool ended = false;
    for (int rank = 0; rank < static_cast<int>(programs_.size()); ++rank) {
      const LoopCalls& program = programs_[static_cast<std::size_t>(rank)];
      auto& at = at_[static_cast<std::size_t>(rank)];
      if (job_.rank(rank).open.empty()) {
        ended = true;
        job_.runs(rank);
        continue;
      }
      job_.waits(rank, job_.rank(rank).open.back().number);
      for (std::size_t i = 0; i < ahead && at < program.size(); ++i) issue(rank, program[at++]);
      auto& recent = job_.rank(rank).recent;
      const std::size_t lost = recent.size() > log ? recent.size() - log : 0;
      recent.erase(recent.begin(), recent.begin() + static_cast<std::ptrdiff_t>(lost));
    }
    return {std::move(job_), ended};
  }

 private:
  void issue(int rank, const LoopCall& call) {
    const auto& members = members_[static_cast<std::size_t>(call.group)];
    const int group = groups_[static_cast<std::size_t>(call.group)];
    if (call.op == Op::kSend) {
      const auto self = std::ranges::find(members, rank) - members.begin();
      const auto next = static_cast<std::size_t>(self + 1) % members.size();
      const auto number = job_.send(rank, group, members[next]);
      job_.call(rank, number).site = call.site;
      if (job_.rank(rank).open.size() == 1) job_.complete(rank, number);
      return;
    }
    Call& made = job_.call(rank, job_.collective(rank, group, call.op));
    made.count = call.count;
    made.dtype = 6;  // float32
    made.site = call.site;
  }

  bool complete(std::size_t group) {
    std::vector<Call> calls;
    for (const int rank : members_[group]) {
      const RankFacts& facts = job_.rank(rank);
      if (facts.open.empty()) return false;
      const Call& call = facts.open.front();
      const std::string& name = facts.groups[static_cast<std::size_t>(call.group)].name;
      const bool same = name == "g" + std::to_string(group) &&
                        (calls.empty() || signature(calls.front()) == signature(call));
      if (!same) return false;
      calls.push_back(call);
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      job_.complete(members_[group][i], calls[i].number);
    }
    return true;
  }

  const std::vector<LoopCalls>& programs_;
  JobBuilder job_;
  std::vector<int> groups_;
  std::vector<std::vector<int>> members_;
  std::vector<std::size_t> at_;
};

}  // namespace

LoopCalls repeat(const LoopCalls& step, int steps) {
  LoopCalls result;
  for (int i = 0; i < steps; ++i) result.insert(result.end(), step.begin(), step.end());
  return result;
}

LoopCalls operator+(LoopCalls first, const LoopCalls& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

BlockedJob run(const std::vector<std::vector<int>>& groups, const std::vector<LoopCalls>& ranks,
               std::size_t ahead, std::size_t log) {
  Run run(groups, ranks);
  for (bool moved = true; moved;) {
    moved = false;
    for (int rank = 0; rank < static_cast<int>(ranks.size()); ++rank) moved |= run.step(rank);
    moved |= run.complete();
  }
  return run.finish(ahead, log);
}

Semantics undefined_mismatches() {
  Semantics result = lasting_peers();
  BackendSemantics& table = result.at("gloo");
  const Op ops[] = {Op::kBroadcast,     Op::kAllreduce, Op::kAllgather,
                    Op::kAllgatherBase, Op::kBarrier,   Op::kReduceScatterBase};
  for (const Op a : ops) {
    table.needs[a] = a == Op::kBroadcast ? Needs::kRoot : Needs::kAll;
    for (const Op b : ops) {
      if (a != b) table.different_ops[std::minmax(a, b)] = Pairing::kAmiss;
    }
    for (const char* argument : {"count", "shape", "dtype", "width"}) {
      table.different_arguments[{a, argument}] = Pairing::kAmiss;
    }
  }
  return result;
}

}  // namespace gridlock::prover::testing
