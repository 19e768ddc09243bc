#include "harness/prover/stuck_calls.h"

#include <algorithm>

#include "harness/prover/prover.h"
#include "harness/prover/wait_graph.h"

namespace gridlock::prover {
namespace {

std::vector<RankState> anybody_may_move(const Snapshot& snapshot) {
  std::vector<RankState> states;
  for (const RankFacts& facts : snapshot.ranks) {
    states.push_back(facts.alive ? RankState::kMoves : RankState::kDead);
  }
  return states;
}

// Puts the rank into the state that it will reach: a wait for the call. A rank that already waits
// keeps its wait.
void wait_for(RankFacts& facts, std::uint32_t call) {
  bool waits = std::ranges::count(facts.threads, Thread::State::kBlocked, &Thread::state) > 0;
  for (Thread& thread : facts.threads) {
    if (thread.state == Thread::State::kFeeder) thread.state = Thread::State::kHarmless;
    const bool acts =
        thread.state == Thread::State::kRunning || thread.state == Thread::State::kDoubtful;
    if (!acts) continue;
    thread.state = waits ? Thread::State::kIdle : Thread::State::kBlocked;
    thread.wait = {};
    thread.wait.call = call;
    waits = true;
  }
}

}  // namespace

std::vector<std::pair<int, std::uint32_t>> stuck_calls(const Index& index) {
  std::vector<std::pair<int, std::uint32_t>> result;
  const WaitGraph graph(index, anybody_may_move(index.snapshot()), {.owners = false});
  for (int call = 0; call < static_cast<int>(index.open().size()); ++call) {
    const OpenCall& open = index.open(call);
    if (graph.state_of(open.rank) == RankState::kDead || graph.may_complete(call)) continue;
    result.emplace_back(open.rank, open.call->number);
  }
  return result;
}

std::optional<Finding> find_stuck_calls(const Index& index, const Semantics& semantics) {
  const auto calls = stuck_calls(index);
  if (calls.empty()) return std::nullopt;
  Snapshot later = index.snapshot();
  for (const auto& [rank, call] : calls) {
    wait_for(later.ranks[static_cast<std::size_t>(rank)], call);
  }
  auto finding = prove(later, later, semantics);
  if (!finding) return std::nullopt;
  finding->kind = Kind::kStall;
  finding->rule += ". The calls can never complete, whatever else the programs do";
  finding->assumptions.clear();
  return finding;
}

}  // namespace gridlock::prover
