// Compares the prover with the model in every state that random programs can reach. Soundness: a
// rank that is proved stuck must never move. Completeness: if no future of the moving ranks can
// free a rank (any_future.h), the rank must be proved stuck. The tests run 20,000 programs in all;
// GRIDLOCK_PROGRAMS sets another number.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "harness/checker/checker.h"
#include "harness/facts/facts_json.h"
#include "harness/prover/certificate.h"
#include "harness/prover/model/program_json.h"
#include "harness/prover/prover.h"
#include "harness/prover/stuck_calls.h"
#include "harness/prover/testing/any_future.h"
#include "harness/prover/testing/random_program.h"
#include "harness/prover/testing/state_space.h"
#include "harness/text/rank_list.h"
#include "harness/text/test_effort.h"

namespace gridlock::prover::testing {
namespace {

using trace::Op;

constexpr int kShards = 8;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kPrograms = 800;  // sanitizers are 20 times slower, and few programs are enough
#else
constexpr int kPrograms = 20'000;
#endif
constexpr std::size_t kMostStates = 400;
constexpr std::size_t kMostFutures = 2'000;
constexpr int kFuturesOfEach = 12;  // states of each program for which all futures are explored

int programs_per_shard() {
  const char* wanted = std::getenv("GRIDLOCK_PROGRAMS");
  return (wanted != nullptr ? std::atoi(wanted) : effort(kPrograms)) / kShards;
}

// Returns a random table, because backends differ in their tables.
BackendSemantics random_semantics(std::mt19937& random) {
  BackendSemantics table;
  const auto either = [&](Needs a, Needs b) { return random() % 2 == 0 ? a : b; };
  table.needs = {{Op::kAllreduce, Needs::kAll},
                 {Op::kAllgather, Needs::kAll},
                 {Op::kBarrier, Needs::kAll},
                 {Op::kBroadcast, either(Needs::kRoot, Needs::kTree)},
                 {Op::kScatter, either(Needs::kRoot, Needs::kStar)},
                 {Op::kReduce, either(Needs::kFromAll, Needs::kStar)},
                 {Op::kSend, Needs::kPeer},
                 {Op::kRecv, Needs::kPeer},
                 {Op::kRecvAnysource, Needs::kPeer}};
  const Op unmeasured[] = {Op::kAllgather, Op::kBroadcast, Op::kReduce};
  if (random() % 6 == 0) table.needs.erase(unmeasured[random() % 3]);
  const bool measured = random() % 2 == 0;
  const Pairing pairings[] = {Pairing::kHang, Pairing::kHang, Pairing::kFits,
                              measured ? Pairing::kHang : Pairing::kAbort,
                              measured            ? Pairing::kWrong
                              : random() % 2 == 0 ? Pairing::kUnknown
                                                  : Pairing::kAmiss};
  for (Op a : {Op::kBroadcast, Op::kAllreduce, Op::kReduce, Op::kAllgather, Op::kScatter}) {
    for (Op b : {Op::kBroadcast, Op::kAllreduce, Op::kReduce, Op::kAllgather, Op::kBarrier}) {
      if (a < b) table.different_ops[{a, b}] = pairings[random() % 5];
    }
  }
  for (Op op : {Op::kBroadcast, Op::kAllreduce, Op::kReduce, Op::kAllgather, Op::kScatter}) {
    table.different_arguments[{op, "count"}] = pairings[random() % 5];
    table.different_arguments[{op, "root"}] = pairings[random() % 5];
  }
  table.empty_needs_nobody = random() % 2 == 0;
  table.barrier_waits_for_earlier = random() % 2 == 0;
  table.dead_peer_raises = random() % 3 == 0;
  table.workers = 1 + static_cast<int>(random() % 2);
  table.issue_returns = random() % 3 == 0;
  table.first_issue_meets = random() % 3 != 0;
  if (table.issue_returns && random() % 2 == 0) table.needs.erase(Op::kSend);
  return table;
}

Features random_features(std::mt19937& random) {
  const bool streams = random() % 2 == 0;
  return {.streams = streams, .others = random() % 2 == 0};
}

// Returns the ranks that are proved deadlocked. Expects that the checker accepts every proof.
Ranks proved(const Model& model, const State& state, const Semantics& semantics) {
  const Snapshot snapshot = model.snapshot(state);
  const auto finding = prove(snapshot, snapshot, semantics);
  Ranks result = 0;
  if (!finding) return result;
  EXPECT_FALSE(finding->at_fault.empty());
  const auto written = certificate(*finding, snapshot, snapshot, semantics);
  EXPECT_EQ(checker::check(written.dump(), semantics), std::nullopt) << written;
  for (int rank : text::parse_rank_list(written.at("ranks").get<std::string>())) {
    result |= Ranks{1} << rank;
  }
  return result;
}

// Returns `ranks` if one of them waits in a call, and none otherwise. Ranks that wait in no call
// are not deadlocked.
Ranks if_some_wait(const Model& model, const State& state, Ranks ranks) {
  return model.waits(state, ranks) ? ranks : 0;
}

// Returns whether the facts show how far each call progressed.
bool facts_are_complete(const State& state) {
  return !left_calls_open(state) && !timed_out(state);
}

class RandomPrograms : public ::testing::TestWithParam<int> {};

TEST_P(RandomPrograms, AgreeWithTheModelInEveryReachableState) {
  std::mt19937 random(static_cast<unsigned>(GetParam()) + 1);
  int deadlocks = 0, states = 0;
  for (int done = 0; done < programs_per_shard();) {
    const Program program = random_program(random, random_features(random));
    const Semantics semantics{{"model", random_semantics(random)}};
    const Model model(program, semantics.at("model"));
    const auto reachable = explore(model, kMostStates);
    if (reachable.empty()) continue;
    ++done;
    bool hangs = false;
    for (const Reachable& here : reachable) {
      const Ranks mine = proved(model, here.state, semantics);
      const Ranks none_frees = stuck(program, semantics.at("model"), here.state);
      const Ranks expected = if_some_wait(model, here.state, none_frees);
      const auto where = [&] {
        return to_json(program).dump() + "\n" + to_json(model.snapshot(here.state)).dump();
      };
      ASSERT_EQ(mine & here.can_move, 0u) << "unsound: " << where();
      ASSERT_EQ(none_frees & here.can_move, 0u) << "search: " << where();
      ASSERT_EQ(mine, expected) << where();
      if (here.terminal && facts_are_complete(here.state)) {
        const Ranks unfinished = model.unfinished(here.state);
        ASSERT_EQ(mine, if_some_wait(model, here.state, unfinished)) << where();
      }
      hangs = hangs || mine != 0;
      ++states;
    }
    deadlocks += hangs;
  }
  // The comparison would be meaningless if all programs hung or none did.
  EXPECT_GT(deadlocks, programs_per_shard() / 8);
  EXPECT_LT(deadlocks, programs_per_shard() * 3 / 4);
  RecordProperty("states", states);
  RecordProperty("deadlocks", deadlocks);
}

// stuck() follows one of many futures. The test compares it with all futures, but only from some
// states of each program, because following all futures takes long.
TEST_P(RandomPrograms, NoOtherFutureFreesMoreRanks) {
  std::mt19937 random(static_cast<unsigned>(GetParam()) + 2000);
  int compared = 0, too_many = 0;
  for (int done = 0; done < programs_per_shard(); ++done) {
    const Program program = random_program(random, random_features(random));
    const BackendSemantics semantics = random_semantics(random);
    const auto reachable = explore(Model(program, semantics), kMostStates);
    if (reachable.empty()) continue;
    for (int i = 0; i < kFuturesOfEach; ++i) {
      const State& from = reachable[random() % reachable.size()].state;
      const auto all = stuck_in_all_futures(program, semantics, from, kMostFutures);
      ++(all ? compared : too_many);
      if (!all) continue;
      ASSERT_EQ(stuck(program, semantics, from), *all) << to_json(program).dump();
    }
  }
  EXPECT_GT(compared, 4 * too_many);
  RecordProperty("compared", compared);
  RecordProperty("too_many", too_many);
}

// Stuck calls stay open in every continuation, even if the ranks that issued them continue.
TEST_P(RandomPrograms, StuckCallsStayOpen) {
  std::mt19937 random(static_cast<unsigned>(GetParam()) + 1000);
  int stuck_though_all_move = 0;
  for (int done = 0; done < programs_per_shard() / 10;) {
    const Program program = random_program(random, {.streams = true, .others = random() % 2 == 0});
    const Semantics semantics{{"model", random_semantics(random)}};
    const Model model(program, semantics.at("model"));
    const auto reachable = explore(model, kMostStates);
    if (reachable.empty()) continue;
    ++done;
    for (const Reachable& here : reachable) {
      const Snapshot snapshot = model.snapshot(here.state);
      const auto stuck = stuck_calls(Index(snapshot, semantics));
      if (stuck.empty() || left_calls_open(here.state)) continue;
      for (const State& end : ends(model, here.state)) {
        for (const auto& [rank, call] : stuck) {
          ASSERT_TRUE(has_open_calls(end, static_cast<std::size_t>(rank)))
              << "rank " << rank << ", call " << call << ": " << to_json(program).dump();
        }
      }
      stuck_though_all_move += proved(model, here.state, semantics) == 0;
    }
  }
  EXPECT_GT(stuck_though_all_move, programs_per_shard() / 100);
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomPrograms, ::testing::Range(0, kShards));

}  // namespace
}  // namespace gridlock::prover::testing
