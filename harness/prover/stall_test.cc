#include <gmock/gmock.h>

#include "harness/prover/prover.h"
#include "harness/prover/stuck_calls.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using trace::Op;

// Ranks 0 and 1 wait in an all_reduce for rank 2.
struct Stall : ::testing::Test {
  Stall() : job(3), world(job.group("0", {0, 1, 2})) {
    for (int rank : {0, 1}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  }
  std::optional<Finding> found() const { return find_stall(job, lasting_peers()); }

  JobBuilder job;
  int world;
};

TEST_F(Stall, NamesTheRankThatComputes) {
  job.runs(2);
  const auto finding = found();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, Kind::kStall);
  EXPECT_EQ(finding->cls, Class::kBusyRank);
  EXPECT_THAT(finding->at_fault, ElementsAre(2));
  EXPECT_THAT(finding->blocked.at(0).waits_for, ElementsAre(2));
}

TEST_F(Stall, NamesTheRankThatCompiles) {
  job.runs(2);
  job.rank(2).phase = "compile";
  EXPECT_EQ(found()->cls, Class::kCompileSkew);
}

TEST_F(Stall, NamesTheRankThatIsStoppedWithinTheCall) {
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  EXPECT_FALSE(found());
  job.rank(2).stopped = true;
  const auto finding = found();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kStopped);
  EXPECT_THAT(finding->at_fault, ElementsAre(2));
}

TEST_F(Stall, NamesTheRankThatSleepsWithoutEverHavingMadeACall) {
  job.idles(2);
  EXPECT_THAT(found()->at_fault, ElementsAre(2));
}

TEST_F(Stall, FollowsTheChainOfWaits) {
  JobBuilder chain(3);
  const int group = chain.group("0", {0, 1, 2});
  chain.waits(0, chain.recv(0, group, 1));
  chain.waits(1, chain.recv(1, group, 2));
  chain.runs(2);
  EXPECT_THAT(find_stall(chain, lasting_peers())->at_fault, ElementsAre(2));
}

TEST_F(Stall, AKeyIsAwaitedFromWhoeverIsBusy) {
  JobBuilder keys(3);
  keys.group("0", {0, 1, 2});
  Wait wait;
  wait.on = Wait::On::kStore;
  wait.keys = {{9, ""}};
  keys.waits(0, wait);
  keys.waits(2, wait);
  keys.runs(1);
  EXPECT_THAT(find_stall(keys, lasting_peers())->at_fault, ElementsAre(1));
}

TEST_F(Stall, WaitsWithATimeoutAreWaits) {
  job.runs(2);
  job.rank(0).threads.at(0).wait.times_out_ms = 100;
  EXPECT_TRUE(found());
}

TEST_F(Stall, NothingWhileSomebodyElseMayMove) {
  JobBuilder two(4);
  const int left = two.group("l", {0, 1}), right = two.group("r", {2, 3});
  two.waits(0, two.collective(0, left, Op::kAllreduce));
  two.runs(1);
  for (int rank : {2, 3}) two.waits(rank, two.collective(rank, right, Op::kAllreduce));
  EXPECT_FALSE(find_stall(two, lasting_peers()));
}

TEST_F(Stall, NothingWhereEverybodyIsBusy) {
  JobBuilder busy(2);
  busy.runs(0);
  busy.runs(1);
  EXPECT_FALSE(find_stall(busy, lasting_peers()));
}

TEST_F(Stall, NamesAllWhereAllCompile) {
  JobBuilder all(2);
  all.group("0", {0, 1});
  for (int rank : {0, 1}) {
    all.runs(rank);
    all.rank(rank).phase = "compile 1";
  }
  const auto finding = find_stall(all, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->at_fault, ElementsAre(0, 1));
  EXPECT_EQ(finding->cls, Class::kSlowCompile);
  EXPECT_THAT(finding->blocked, ::testing::IsEmpty());
}

// Returns a job of two running ranks that have issued a receive and then a send. Both calls are on
// one stream unless `together` is set.
JobBuilder swap(bool together = false) {
  JobBuilder job(2);
  const int group = job.group("0", {0, 1});
  for (int rank : {0, 1}) {
    const auto received = job.recv(rank, group, 1 - rank);
    const auto sent = job.send(rank, group, 1 - rank);
    if (!together) job.call(rank, sent).after = received;
    job.runs(rank);
  }
  return job;
}

TEST(StuckCalls, AreAStallThoughAllRun) {
  const JobBuilder job = swap();
  EXPECT_FALSE(prove(job, job, lasting_peers()));
  const auto finding = find_stall(job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, Kind::kStall);
  EXPECT_EQ(finding->cls, Class::kUnmatchedRecv);
  EXPECT_THAT(finding->at_fault, ElementsAre(0, 1));
  EXPECT_THAT(finding->blocked.at(0).waits_for, ElementsAre(1));
}

TEST(StuckCalls, AreNoneWhereTheyStartTogether) {
  EXPECT_FALSE(find_stall(swap(/*together=*/true), lasting_peers()));
}

TEST(StuckCalls, AreNoneWhereSomebodyMayStillCall) {
  JobBuilder job(3);
  const int group = job.group("0", {0, 1, 2});
  for (int rank : {0, 1}) job.collective(rank, group, Op::kAllreduce);
  for (int rank : {0, 1, 2}) job.runs(rank);
  const Semantics semantics = lasting_peers();
  EXPECT_THAT(stuck_calls(Index(job, semantics)), ::testing::IsEmpty());
  EXPECT_FALSE(find_stall(job, lasting_peers()));
}

TEST(StuckCalls, OfOneRankAreToldThoughOthersWaitForIt) {
  JobBuilder job = swap();
  job.waits(0, 2);
  const auto finding = find_stall(job, lasting_peers());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kUnmatchedRecv);
}

TEST_F(Stall, DeadlockIsNoStall) {
  job.waits(2, job.recv(2, world, 0));
  EXPECT_FALSE(found());
}

}  // namespace
}  // namespace gridlock::prover::testing
