// Tests each class of deadlock in collectives and messages, with as few ranks and calls as
// possible.
#include <gmock/gmock.h>

#include "harness/prover/testing/proved.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using trace::Op;

TEST(Deadlock, RankThatNeverMadeTheCallIsMissing) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2}), other = job.group("1", {0, 1, 2});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, other, Op::kAllgather));
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMissingRank);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
  EXPECT_THAT(finding.blocked.at(0).waits_for, ElementsAre(1));
  EXPECT_THAT(finding.blocked.at(1).waits_for, ElementsAre(0, 2));
}

TEST(Deadlock, SameCallsInDifferentOrder) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  for (int rank : {0, 1, 2}) {
    const bool first = rank != 2;
    const auto a = job.collective(rank, world, first ? Op::kAllreduce : Op::kAllgather);
    job.collective(rank, world, first ? Op::kAllgather : Op::kAllreduce);
    job.waits(rank, a);
  }
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kDifferentOrder);
  EXPECT_THAT(finding.at_fault, ElementsAre(2));
}

TEST(Deadlock, TwoGroupsInOppositeOrderIsACycle) {
  JobBuilder job(2);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1});
  job.waits(0, job.collective(0, a, Op::kAllreduce));
  job.waits(1, job.collective(1, b, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kCrossGroupCycle);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1));
}

TEST(Deadlock, ThreeGroupsInACircleAreACycle) {
  JobBuilder job(3);
  for (int rank : {0, 1, 2}) job.group("g" + std::to_string(rank), {rank, (rank + 1) % 3});
  for (int rank : {0, 1, 2}) job.waits(rank, job.collective(rank, rank, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kCrossGroupCycle);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1, 2));
}

TEST(Deadlock, RankThatLeftTheSequenceIsNamedWhereSidesAreEqual) {
  JobBuilder job(2);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1});
  for (int step = 0; step < 2; ++step) {
    job.round(a, Op::kAllreduce, 1);
    job.round(b, Op::kAllreduce, 2);
  }
  const auto next = job.collective(0, a, Op::kAllreduce);
  job.call(0, next).site = 1;
  job.waits(0, next);
  const auto skipped = job.collective(1, b, Op::kAllreduce);
  job.call(1, skipped).site = 2;
  job.waits(1, skipped);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMissingRank);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
}

// Ranks 2 and 3 wait for ranks 0 and 1, rank 0 waits for rank 1, and rank 1 waits for all ranks.
// No wait point has more waiters than awaited ranks.
TEST(Deadlock, WhoIsWhereNobodyHasBeenBeforeIsNamedWhereSidesAreEqual) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3}), pair = job.group("1", {0, 1});
  const int epoch = job.group("2", {0, 1, 2, 3});
  job.round(pair, Op::kAllgather, 1);
  job.round(world, Op::kAllreduce, 2);
  const auto waits_at = [&](int rank, std::uint32_t call, std::uint64_t site) {
    job.call(rank, call).site = site;
    job.waits(rank, call);
  };
  waits_at(0, job.collective(0, pair, Op::kAllgather), 1);
  waits_at(1, job.collective(1, epoch, Op::kBarrier), 3);
  for (const int rank : {2, 3}) waits_at(rank, job.collective(rank, world, Op::kAllreduce), 2);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMissingRank);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
}

TEST(Deadlock, OperationsThatHangWithEachOther) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, world, Op::kAllgather));
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMismatchedOperation);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
}

TEST(Deadlock, RootsThatHangWithEachOther) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3});
  job.complete(0, job.collective(0, world, Op::kBroadcast, 0));
  job.runs(0);
  job.complete(1, job.collective(1, world, Op::kBroadcast, 0));
  job.waits(1, job.recv(1, world, 3));
  job.waits(2, job.collective(2, world, Op::kBroadcast, 0));
  job.waits(3, job.collective(3, world, Op::kBroadcast, 1));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMismatchedArguments);
  EXPECT_THAT(finding.at_fault, ElementsAre(3));
}

TEST(Deadlock, SendWithoutReceive) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.waits(0, job.send(0, world, 1));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kUnmatchedSend);
  EXPECT_THAT(finding.at_fault, ElementsAre(0));
}

TEST(Deadlock, ReceiveWithoutSend) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.recv(0, world, 1));
  job.waits(1, job.recv(1, world, 0));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kUnmatchedRecv);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1));
}

TEST(Deadlock, WrongTag) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.send(0, world, 1, 7));
  job.waits(1, job.recv(1, world, 0, 8));
  EXPECT_EQ(proved(job).cls, Class::kUnmatchedSend);
}

// Returns the finding about two ranks that exchange a message with tag 7. Then rank 0 waits in a
// send with tag `sent`, and rank 1 waits in a receive with tag `received`.
Finding after_tag_7(int sent, int received) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  const auto make = [&](int send_tag, int recv_tag) {
    const auto send = job.send(0, world, 1, send_tag), recv = job.recv(1, world, 0, recv_tag);
    job.call(0, send).site = 1;
    job.call(1, recv).site = 2;
    return std::pair(send, recv);
  };
  const auto before = make(7, 7);
  job.complete(0, before.first);
  job.complete(1, before.second);
  const auto now = make(sent, received);
  job.waits(0, now.first);
  job.waits(1, now.second);
  return proved(job);
}

TEST(Deadlock, WhoPassesAnotherTagThanBeforeIsAtFault) {
  EXPECT_THAT(after_tag_7(8, 7).at_fault, ElementsAre(0));
  EXPECT_EQ(after_tag_7(8, 7).cls, Class::kUnmatchedSend);
  EXPECT_THAT(after_tag_7(7, 8).at_fault, ElementsAre(1));
  EXPECT_EQ(after_tag_7(7, 8).cls, Class::kUnmatchedRecv);
  EXPECT_THAT(after_tag_7(8, 9).at_fault, ElementsAre(0, 1));
}

TEST(Deadlock, ReceiveFromAnySourceThatNobodySendsTo) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.recv_any(0, world));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  EXPECT_EQ(proved(job).cls, Class::kUnmatchedRecv);
}

TEST(Deadlock, CallBehindStuckOnesOnAllWorkersIsStuck) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  for (int i = 0; i < 3; ++i) job.collective(0, world, Op::kAllreduce);
  job.waits(0, 3);
  for (int i = 0; i < 2; ++i) job.collective(1, world, Op::kAllgather);
  job.collective(1, world, Op::kAllreduce);
  job.waits(1, 3);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMismatchedOperation);
  EXPECT_THAT(finding.blocked.at(0).waits_for, ElementsAre(1));
}

// Ranks 0 and 2 wait in their group for rank 1, and rank 1 waits for all ranks. Rank 3 waits for a
// message that rank 0 would send later.
TEST(Deadlock, WhoWaitsInTurnDoesNotNameTheClass) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3}), some = job.group("1", {0, 1, 2});
  for (int rank : {0, 2}) job.waits(rank, job.collective(rank, some, Op::kAllgather));
  job.waits(1, job.collective(1, world, Op::kBarrier));
  job.waits(3, job.recv(3, world, 0));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kMissingRank);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
}

TEST(Deadlock, RanksOutsideOfItMayGoOn) {
  JobBuilder job(4);
  const int pair = job.group("p", {0, 1}), rest = job.group("r", {2, 3});
  job.waits(0, job.recv(0, pair, 1));
  job.waits(1, job.recv(1, pair, 0));
  job.waits(2, job.collective(2, rest, Op::kAllreduce));
  job.runs(3);
  const Finding finding = proved(job);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1));
  EXPECT_EQ(finding.blocked.size(), 2u);
}

}  // namespace
}  // namespace gridlock::prover::testing
