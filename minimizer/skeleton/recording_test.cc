#include "minimizer/skeleton/recording.h"

#include <gmock/gmock.h>

#include <chrono>
#include <stdexcept>

#include "harness/prover/testing/builder.h"

namespace gridlock::minimizer {
namespace {

using facts::Call;
using prover::testing::JobBuilder;
using ::testing::StartsWith;
using trace::Op;
using Kind = prover::model::Operation::Kind;

std::vector<Op> operations(const Skeleton& skeleton, std::size_t rank) {
  std::vector<Op> result;
  for (const RecordedCall& call : skeleton.ranks[rank].calls) result.push_back(call.operation.op);
  return result;
}

std::string refusal(const JobBuilder& job) {
  try {
    skeleton_of(job);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Recording, WhatAllHaveCompletedIsLeftOut) {
  JobBuilder job(3);
  const int world = job.group("world", {0, 1, 2});
  job.round(world, Op::kAllreduce);
  job.round(world, Op::kBroadcast);
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, world, Op::kBarrier));
  job.waits(2, job.collective(2, world, Op::kBarrier));
  const Skeleton skeleton = skeleton_of(job);
  EXPECT_EQ(skeleton.groups, (std::vector<std::vector<int>>{{0, 1, 2}}));
  EXPECT_EQ(operations(skeleton, 0), std::vector{Op::kAllreduce});
  EXPECT_EQ(operations(skeleton, 1), std::vector{Op::kBarrier});
}

TEST(Recording, WhatOneHasCompletedAndAnotherHasNotIsThere) {
  JobBuilder job(2);
  const int world = job.group("world", {0, 1});
  job.complete(0, job.collective(0, world, Op::kBroadcast, 0));
  job.waits(0, job.collective(0, world, Op::kBarrier));
  job.runs(1);
  const Skeleton skeleton = skeleton_of(job);
  EXPECT_EQ(operations(skeleton, 0), (std::vector{Op::kBroadcast, Op::kBarrier}));
  EXPECT_TRUE(skeleton.ranks[1].calls.empty());
}

TEST(Recording, TheWaitForAnAsynchronousCallIsThere) {
  JobBuilder job(2);
  const int world = job.group("world", {0, 1});
  const auto number = job.collective(0, world, Op::kAllreduce);
  job.call(0, number).async = true;
  job.waits(0, number);
  const Skeleton skeleton = skeleton_of(job);
  ASSERT_EQ(skeleton.ranks[0].calls.size(), 2u);
  EXPECT_TRUE(skeleton.ranks[0].calls[1].is_wait());
  EXPECT_EQ(skeleton.ranks[0].calls[1].operation.of, 0);
}

TEST(Recording, CallsOnADevicesStreamAreWaitedForByTheLastOfThem) {
  JobBuilder job(2, "nccl");
  const int world = job.group("world", {0, 1});
  const auto first = job.collective(0, world, Op::kAllreduce);
  const auto second = job.collective(0, world, Op::kBarrier);
  job.call(0, second).after = first;
  job.waits(0, second);
  const Skeleton skeleton = skeleton_of(job);
  EXPECT_EQ(skeleton.backend, "nccl");
  const auto& calls = skeleton.ranks[0].calls;
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_TRUE(calls[0].operation.async);
  EXPECT_EQ(calls[1].operation.after, 0);
  EXPECT_EQ(calls[2].operation.of, 1);
}

TEST(Recording, GroupsWithoutCallsMayBeOfAnotherBackend) {
  JobBuilder job(2, "nccl");
  const int world = job.group("world", {0, 1});
  const int other = job.group("other", {0, 1});
  for (int rank : {0, 1}) job.rank(rank).groups[static_cast<std::size_t>(other)].backend = "gloo";
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.runs(1);
  EXPECT_EQ(skeleton_of(job).backend, "nccl");
  job.waits(1, job.collective(1, other, Op::kAllreduce));
  EXPECT_THAT(refusal(job), StartsWith("the calls use several backends: gloo, nccl"));
}

TEST(Recording, BackwardWaitsForTheFirstCallWhoseFutureWasTaken) {
  JobBuilder job(2);
  const int world = job.group("world", {0, 1});
  for (int bucket = 0; bucket < 2; ++bucket) {
    Call& call = job.call(0, job.collective(0, world, Op::kAllreduce));
    call.async = call.future_taken = true;
  }
  facts::Wait wait;
  wait.on = facts::Wait::On::kBackward;
  job.waits(0, wait);
  const Skeleton skeleton = skeleton_of(job);
  ASSERT_EQ(skeleton.ranks[0].calls.size(), 3u);
  EXPECT_TRUE(skeleton.ranks[0].calls[2].is_wait());
  EXPECT_EQ(skeleton.ranks[0].calls[2].operation.of, 0);
}

TEST(Recording, OfAMessageTheOtherSideIsThereToo) {
  JobBuilder job(2);
  const int world = job.group("world", {0, 1});
  job.complete(1, job.send(1, world, 0));  // the backend has buffered the message
  job.waits(0, job.recv(0, world, 1));
  job.dies(1);
  const Skeleton skeleton = skeleton_of(job);
  EXPECT_EQ(operations(skeleton, 0), std::vector{Op::kRecv});
  EXPECT_EQ(operations(skeleton, 1), std::vector{Op::kSend});
  EXPECT_TRUE(skeleton.ranks[1].ended);
}

TEST(Recording, WhatCallsAloneDoNotTellIsSaid) {
  JobBuilder other(2);
  other.group("world", {0, 1});
  facts::Wait wait;
  wait.on = facts::Wait::On::kStore;
  other.waits(1, wait);
  EXPECT_EQ(refusal(other), "rank 1 waits for something other than a call of a process group");

  JobBuilder forgotten(2);
  const int world = forgotten.group("world", {0, 1});
  forgotten.round(world, Op::kAllreduce);
  forgotten.complete(0, forgotten.collective(0, world, Op::kBroadcast, 0));
  forgotten.rank(0).recent.clear();
  forgotten.waits(1, forgotten.collective(1, world, Op::kBroadcast, 0));
  EXPECT_EQ(refusal(forgotten), "the record of rank 0 no longer holds call #2 of its group");
}

}  // namespace
}  // namespace gridlock::minimizer
