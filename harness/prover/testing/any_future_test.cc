// Tests the search for stuck ranks in states where the stuck ranks are obvious.
#include "harness/prover/testing/any_future.h"

#include <gtest/gtest.h>

#include <utility>

#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using Kind = Operation::Kind;
using trace::Op;

constexpr std::size_t kMostFutures = 100'000;

Operation all_reduce(int group) {
  return {.kind = Kind::kCollective, .op = Op::kAllreduce, .group = group, .async = true};
}

Operation wait(int of) {
  return {.kind = Kind::kWait, .of = of};
}

// Returns the stuck ranks in the state in which each rank has reached its first operation that
// blocks or computes. Expects that stuck() and stuck_in_all_futures() agree.
Ranks stuck_in(std::vector<std::vector<int>> groups, std::vector<ThreadProgram> programs,
               const Semantics& semantics = lasting_peers()) {
  Program program;
  program.groups = std::move(groups);
  program.world_size = static_cast<int>(programs.size());
  for (ThreadProgram& thread : programs) program.ranks.push_back({std::move(thread)});
  const BackendSemantics& table = semantics.at("gloo");
  const Model model(program, table);
  State state = model.start();
  for (int rank = 0; rank < program.world_size; ++rank) {
    const auto& thread = program.ranks[static_cast<std::size_t>(rank)][0];
    State::Thread& now = state.ranks[static_cast<std::size_t>(rank)][0];
    while (now.next < thread.size() && now.inside == State::Inside::kNothing &&
           thread[now.next].kind != Kind::kCompute) {
      model.advance(state, rank, 0);
    }
  }
  const Ranks result = stuck(program, table, state);
  EXPECT_EQ(stuck_in_all_futures(program, table, state, kMostFutures), result);
  return result;
}

constexpr Operation kComputes{.kind = Kind::kCompute};

TEST(AnyFuture, WhoMovesServesTheOthers) {
  EXPECT_EQ(stuck_in({{0, 1}}, {{all_reduce(0), wait(0)}, {kComputes}}), 0u);
  EXPECT_EQ(stuck_in({{0, 1}}, {{{.kind = Kind::kStoreWait, .key = 1}}, {kComputes}}), 0u);
  EXPECT_EQ(stuck_in({{0, 1}}, {{{.kind = Kind::kRecv, .peer = 1}}, {kComputes}}), 0u);
}

TEST(AnyFuture, WhoWaitForOneAnotherAreStuckWhateverAThirdDoes) {
  const ThreadProgram zero{all_reduce(0), wait(0)}, one{all_reduce(1), wait(0)};
  EXPECT_EQ(stuck_in({{0, 1}, {0, 1}, {0, 1, 2}}, {zero, one, {kComputes}}), 3u);
}

TEST(AnyFuture, WhoIsFreedOnTheWayServesOthersToo) {
  const ThreadProgram zero{all_reduce(0), wait(0)}, one{all_reduce(1), wait(0)};
  EXPECT_EQ(stuck_in({{0, 1}, {1, 2}}, {zero, one, {kComputes}}), 0u);
}

// Rank 2 waits for rank 0's second collective. It is queued on a stream behind rank 0's first
// collective, which needs rank 1. So is a send that rank 1 waits for. Rank 0 must continue without
// the send but stay alive, so that rank 1 can reach the first collective.
TEST(AnyFuture, WhoGoesOnWithoutAMessageMayStillServeWhatIsOnItsStream) {
  Operation send{.kind = Kind::kSend, .group = 0, .peer = 1, .async = true, .after = 0};
  Operation second = all_reduce(1);
  second.after = 0;
  EXPECT_EQ(stuck_in({{0, 1}, {0, 2}}, {{all_reduce(0), send, second, kComputes},
                                        {{.kind = Kind::kRecv, .group = 0, .peer = 0}},
                                        {all_reduce(1), wait(0)}}),
            0u);
}

TEST(AnyFuture, WhoIsMissedAtItsEndFreesThoseThatWaitForIt) {
  const ThreadProgram zero{all_reduce(0), wait(0)};
  const Operation gather{.kind = Kind::kCollective, .op = Op::kAllgather, .async = true};
  EXPECT_EQ(stuck_in({{0, 1}}, {zero, {gather, kComputes}}), 1u);
  EXPECT_EQ(stuck_in({{0, 1}}, {zero, {gather, kComputes}}, raising_peers()), 0u);
}

}  // namespace
}  // namespace gridlock::prover::testing
