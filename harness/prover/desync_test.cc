#include <gmock/gmock.h>

#include "harness/prover/prover.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using trace::Op;

TEST(Desync, DifferentOperationsOfOneNumber) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.round(world, Op::kBarrier);
  for (int rank : {0, 1, 2}) {
    job.collective(rank, world, rank == 1 ? Op::kAllgather : Op::kAllreduce);
    job.runs(rank);
  }
  const auto finding = find_desync(job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, Kind::kDesync);
  EXPECT_EQ(finding->cls, Class::kMismatchedOperation);
  EXPECT_THAT(finding->at_fault, ElementsAre(1));
  ASSERT_EQ(finding->blocked.size(), 3u);
  for (const Blocked& member : finding->blocked) {
    EXPECT_EQ(member.call.seq, 2u);
    EXPECT_EQ(member.waits_for, member.rank == 1 ? std::vector({0, 2}) : std::vector({1}));
  }
}

// Rank 0 creates a group with rank 1. Rank 2 creates a group of the same name without rank 0.
TEST(Desync, OneNameForGroupsOfDifferentMembers) {
  JobBuilder job(3);
  job.group("1", {0, 1});
  job.group("1", {1, 2}, {2});
  const auto finding = find_desync(job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kGroupMembership);
  EXPECT_THAT(finding->at_fault, ElementsAre(2));
  EXPECT_THAT(finding->blocked.at(0).waits_for, ElementsAre(2));
  EXPECT_THAT(finding->blocked.at(2).waits_for, ElementsAre(0, 1));
}

TEST(Desync, OneNameForGroupsOfDifferentMembersIsTheCauseOfADeadlock) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2}), pair = job.group("1", {1, 2}, {2});
  job.group("1", {0, 1});
  for (const int rank : {0, 1}) job.waits(rank, job.collective(rank, world, Op::kBarrier));
  job.waits(2, job.collective(2, pair, Op::kAllreduce));
  const auto finding = prove(job, job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kGroupMembership);
  EXPECT_THAT(finding->at_fault, ElementsAre(2));
}

TEST(Desync, SubgroupsOfOneSplitHaveOneName) {
  JobBuilder job(4);
  job.group("1", {0, 1});
  job.group("1", {2, 3});
  EXPECT_FALSE(find_desync(job, lasting_peers()));
}

TEST(Desync, OfTwoSidesTheCompilersIsAtFault) {
  for (const int rank : {0, 1}) {
    JobBuilder job(2);
    const int world = job.group("0", {0, 1});
    job.waits(1 - rank, job.collective(1 - rank, world, Op::kAllreduce));
    const auto call = job.collective(rank, world, Op::kAllgather);
    job.call(rank, call).compiling = true;
    job.complete(rank, call);
    const auto finding = find_desync(job, lasting_peers());
    ASSERT_TRUE(finding);
    EXPECT_THAT(finding->at_fault, ElementsAre(rank));
  }
}

TEST(Desync, CompletedCallsWithWrongNumbers) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  for (int rank : {0, 1, 2}) {
    const auto call = job.collective(rank, world, Op::kAllreduce);
    if (rank == 2) job.call(rank, call).reduce_op = 3;
    job.complete(rank, call);
  }
  const auto finding = find_desync(job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kMismatchedArguments);
  EXPECT_THAT(finding->at_fault, ElementsAre(2));
}

TEST(Desync, WhatServesEachOtherAndWhatIsUnmeasuredIsNone) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.collective(0, world, Op::kAllreduce);
  job.collective(1, world, Op::kReduceScatter);
  const auto other = job.collective(0, world, Op::kAllreduce);
  job.collective(1, world, Op::kAllreduce);
  job.call(0, other).dtype = 6;
  EXPECT_FALSE(find_desync(job, lasting_peers()));
}

TEST(Desync, WhatNeverFitsIsOneThoughItsEndIsUncertain) {
  Semantics semantics = lasting_peers();
  auto& pairs = semantics.at("gloo").different_ops;
  pairs[{Op::kAllreduce, Op::kAllgather}] = pairs[{Op::kAllgather, Op::kAllreduce}] =
      Pairing::kAmiss;
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, world, Op::kAllgather));
  EXPECT_TRUE(find_desync(job, semantics));
  EXPECT_FALSE(prove(job, job, semantics));
}

TEST(Desync, UnevenSplitsAreLegal) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.call(0, job.collective(0, world, Op::kAlltoallBase)).shape_hash = 1;
  job.call(1, job.collective(1, world, Op::kAlltoallBase)).shape_hash = 2;
  EXPECT_FALSE(find_desync(job, lasting_peers()));
}

// Returns a table in which sizes of messages are compared.
Semantics watched_messages() {
  Semantics semantics = lasting_peers();
  semantics.at("gloo").different_arguments[{Op::kRecv, "count"}] = Pairing::kAmiss;
  return semantics;
}

constexpr int kFloat32 = 6, kFloat64 = 7;

// A job in which rank 1 receives what rank 0 sends.
struct Message : JobBuilder {
  Message() : JobBuilder(2) {
    const int world = group("0", {0, 1});
    send_ = send(0, world, 1);
    recv_ = recv(1, world, 0);
    for (Call* call : {&sent(), &received()}) *call = with(*call, 8, kFloat32);
  }
  static Call with(Call call, std::uint64_t count, int dtype) {
    call.count = count;
    call.dtype = dtype;
    return call;
  }
  Call& sent() { return call(0, send_); }
  Call& received() { return call(1, recv_); }

 private:
  std::uint32_t send_ = 0, recv_ = 0;
};

TEST(Desync, AMessageOfAnotherSize) {
  Message job;
  EXPECT_FALSE(find_desync(job, watched_messages()));
  job.received().count = 9;
  EXPECT_FALSE(find_desync(job, lasting_peers()));
  const auto finding = find_desync(job, watched_messages());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kMismatchedMessage);
  EXPECT_THAT(finding->at_fault, ElementsAre(0, 1));
  EXPECT_EQ(finding->blocked.at(0).rank, 1);
  EXPECT_EQ(finding->blocked.at(0).call.op, Op::kRecv);
  EXPECT_EQ(finding->blocked.at(1).rank, 0);
}

TEST(Desync, OfAMessageTheBytesCount) {
  Message job;
  job.received() = Message::with(job.received(), 4, kFloat64);
  EXPECT_FALSE(find_desync(job, watched_messages()));
  job.received() = Message::with(job.received(), 8, kFloat64);
  EXPECT_TRUE(find_desync(job, watched_messages()));
  job.received().dtype = 120;  // an unknown one
  EXPECT_FALSE(find_desync(job, watched_messages()));
}

TEST(Desync, AReceiveFromAnySourceMayHaveTakenTheMessage) {
  Message job;
  job.received().count = 9;
  job.recv_any(1, 0);
  EXPECT_FALSE(find_desync(job, watched_messages()));
}

TEST(Desync, ADifferenceThatIsKnownNotToFitIsEnough) {
  Semantics semantics = lasting_peers();
  auto& differences = semantics.at("gloo").different_arguments;
  differences[{Op::kAllreduce, "width"}] = Pairing::kAbort;
  differences.erase({Op::kAllreduce, "shape"});
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  const auto first = job.collective(0, world, Op::kAllreduce);
  const auto second = job.collective(1, world, Op::kAllreduce);
  job.call(0, first) = Message::with(job.call(0, first), 8, kFloat32);
  job.call(1, second) = Message::with(job.call(1, second), 8, kFloat64);
  job.call(1, second).shape_hash = 5;
  EXPECT_TRUE(find_desync(job, semantics));
  job.call(1, second).dtype = kFloat32;
  EXPECT_FALSE(find_desync(job, semantics));
}

}  // namespace
}  // namespace gridlock::prover::testing
