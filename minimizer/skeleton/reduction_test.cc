#include "minimizer/skeleton/reduction.h"

#include <gmock/gmock.h>

#include <random>
#include <stdexcept>

#include "harness/prover/model/model.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/random_program.h"
#include "harness/prover/testing/tables.h"
#include "minimizer/skeleton/recording.h"
#include "minimizer/skeleton/test_calls.h"

namespace gridlock::minimizer {
namespace {

using prover::testing::JobBuilder;
using trace::Op;

const facts::BackendSemantics& semantics() {
  static const facts::BackendSemantics table = prover::testing::lasting_peers().at("gloo");
  return table;
}

TEST(ReductionTest, ThreeRanksInTwoDifferentCallsBecomeTwo) {
  JobBuilder job(4);
  const int world = job.group("world", {0, 1, 2, 3});
  const int others = job.group("others", {2, 3});
  job.call(3, job.collective(3, others, Op::kAllreduce)).async = true;
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  for (const int rank : {1, 2, 3}) job.waits(rank, job.collective(rank, world, Op::kAllgather));
  const Skeleton whole = skeleton_of(job);
  const Skeleton reduced = reduce(whole, semantics());
  EXPECT_EQ(hang_of(reduced, semantics()), hang_of(whole, semantics()));
  EXPECT_EQ(reduced.ranks.size(), 2u);
  EXPECT_EQ(call_count(reduced), 2);
  EXPECT_EQ(reduced.groups, (std::vector<std::vector<int>>{{0, 1}}));
}

TEST(ReductionTest, OfACycleThroughTwoGroupsTheTwoRanksStay) {
  JobBuilder job(3);
  const int a = job.group("a", {0, 1});
  const int b = job.group("b", {0, 1});
  const int world = job.group("world", {0, 1, 2});
  job.round(world, Op::kAllreduce);
  job.waits(0, job.collective(0, a, Op::kAllreduce));
  job.waits(1, job.collective(1, b, Op::kAllreduce));
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  const Skeleton reduced = reduce(skeleton_of(job), semantics());
  const auto hang = hang_of(reduced, semantics());
  ASSERT_TRUE(hang);
  EXPECT_EQ(hang->cls, facts::Class::kCrossGroupCycle);
  EXPECT_EQ(reduced.ranks.size(), 2u);
  EXPECT_EQ(call_count(reduced), 2);
  EXPECT_EQ(reduced.groups.size(), 2u);
}

TEST(ReductionTest, WithoutEarlierStepsAMissingRankMayBeACycle) {
  const std::vector operations{Op::kAllreduce};
  const SkeletonHang missing{facts::Class::kMissingRank, operations};
  const SkeletonHang cycle{facts::Class::kCrossGroupCycle, operations};
  EXPECT_TRUE(hangs_alike(missing, missing));
  EXPECT_TRUE(hangs_alike(missing, cycle));
  EXPECT_FALSE(hangs_alike(cycle, missing));
  EXPECT_FALSE(hangs_alike(missing, {facts::Class::kCrossGroupCycle, {Op::kBarrier}}));
}

// A call of NCCL returns immediately. Without the wait for the call, nothing would hang.
TEST(ReductionTest, OfCallsOnADeviceTheWaitsStay) {
  const Skeleton crossed{{{0, 1}, {0, 1}},
                         {{{collective(Op::kAllreduce, 0, true), wait_for(0)}},
                          {{collective(Op::kAllreduce, 1, true), wait_for(0)}}},
                         "nccl"};
  const Skeleton reduced =
      reduce(crossed, once_met(facts::measured_semantics().find("nccl")->second));
  for (const Skeleton::Rank& rank : reduced.ranks) {
    ASSERT_EQ(rank.calls.size(), 2u);
    EXPECT_TRUE(rank.calls[1].is_wait());
  }
}

TEST(ReductionTest, WhatDoesNotHangStaysAsItIs) {
  JobBuilder job(2);
  const int world = job.group("world", {0, 1});
  for (const int rank : {0, 1}) job.waits(rank, job.collective(rank, world, Op::kBarrier));
  const Skeleton skeleton = skeleton_of(job);
  EXPECT_FALSE(hang_of(skeleton, semantics()));
  EXPECT_EQ(call_count(reduce(skeleton, semantics())), 2);
}

// Takes only the recorded calls of random programs that hang. These skeletons hang in the same way
// as the programs. No call of a reduced skeleton can be left out.
TEST(ReductionTest, HangsOfRandomProgramsAreKeptAndBecomeMinimal) {
  std::mt19937 random(7);
  int hangs = 0, smaller = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto program = prover::testing::random_program(random);
    const prover::model::Model model(program, semantics());
    auto state = model.start();
    for (auto transitions = model.transitions(state); !transitions.empty();
         transitions = model.transitions(state)) {
      state = transitions[random() % transitions.size()].after;
    }
    auto snapshot = model.snapshot(state);
    for (auto& rank : snapshot.ranks) {  // the model gives all groups one name
      for (auto& group : rank.groups) group.name = testing::PrintToString(group.members);
    }
    const auto hang = hang_in(snapshot, snapshot, {{"model", semantics()}});
    if (!hang || program.ranks[0].size() != 1) continue;
    Skeleton skeleton;
    try {
      skeleton = skeleton_of(snapshot);
    } catch (const std::runtime_error&) {
      continue;  // the hang also depends on something besides calls
    }
    ++hangs;
    ASSERT_EQ(hang_of(skeleton, semantics()), hang) << i;
    const Skeleton reduced = reduce(skeleton, semantics());
    ASSERT_EQ(hang_of(reduced, semantics()), hang) << i;
    smaller += call_count(reduced) < call_count(skeleton);
    for (int rank = 0; rank < static_cast<int>(reduced.ranks.size()); ++rank) {
      for (std::size_t call = 0; call < reduced.ranks[static_cast<std::size_t>(rank)].calls.size();
           ++call) {
        Skeleton less = reduced;
        drop_call(less, rank, static_cast<int>(call));
        ASSERT_NE(hang_of(less, semantics()), hang)
            << i << ": call " << call << " of rank " << rank;
      }
    }
  }
  EXPECT_GT(hangs, 300);
  EXPECT_GT(smaller, 100);
}

}  // namespace
}  // namespace gridlock::minimizer
