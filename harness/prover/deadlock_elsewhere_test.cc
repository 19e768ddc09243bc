// Tests deadlocks in which a rank waits outside of calls: for a store key, a lock, the creation of
// a group, the backward pass, or a dead rank.
#include <gmock/gmock.h>

#include "harness/prover/testing/proved.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using trace::Op;

// One completed call is enough to learn the usual call site.
TEST(Deadlock, RankThatWaitsForAKeyInsteadOfTheUsualCallIsNamed) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.round(world, Op::kAllreduce, 7);
  const auto again = job.collective(0, world, Op::kAllreduce);
  job.call(0, again).site = 7;
  job.waits(0, again);
  Wait key;
  key.on = Wait::On::kStore;
  key.keys = {{5, ""}};
  job.waits(1, key);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kStoreKey);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
}

TEST(Deadlock, DeadPeerThatIsNeededForEver) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  job.dies(2);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kDeadPeer);
  EXPECT_THAT(finding.at_fault, ElementsAre(2));
}

TEST(Deadlock, GroupThatSomeMembersNeverMake) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.group("1", {0, 1, 2}, {0, 1});
  for (int rank : {0, 1}) {
    Wait wait;
    wait.on = Wait::On::kBuild;
    wait.group = 1;
    job.waits(rank, wait);
  }
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kGroupMembership);
  EXPECT_THAT(finding.at_fault, ElementsAre(2));
}

TEST(Deadlock, KeyThatNobodySets) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  Wait wait;
  wait.on = Wait::On::kStore;
  wait.keys = {{5, ""}};
  job.waits(0, wait);
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kStoreKey);
  EXPECT_THAT(finding.assumptions, ElementsAre("only the processes that are connected to the store "
                                               "now, all of them ranks, set its keys"));
}

TEST(Deadlock, LockWhoseHolderWaitsForTheOneThatWantsIt) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  Wait wait;
  wait.on = Wait::On::kLock;
  wait.holders = {1};
  job.waits(0, wait);
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  EXPECT_EQ(proved(job).cls, Class::kLockCycle);
}

TEST(Deadlock, BackwardThatWaitsForFuturesThatNeverCome) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.call(0, job.collective(0, world, Op::kAllreduce)).future_taken = true;
  Wait wait;
  wait.on = Wait::On::kBackward;
  job.waits(0, wait);
  job.waits(1, job.recv(1, world, 0));
  const Finding finding = proved(job);
  EXPECT_THAT(finding.blocked.at(0).waits_for, ElementsAre(1));
  EXPECT_EQ(finding.blocked.at(0).call.op, Op::kAllreduce);
}

TEST(Deadlock, WhoHoldsWhatMostWantIsAtFault) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.waits(0, job.collective(0, world, Op::kBarrier));
  Wait lock;
  lock.on = Wait::On::kLock;
  lock.holders = {0};
  for (int rank : {1, 2}) job.waits(rank, lock);
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kLockCycle);
  EXPECT_THAT(finding.at_fault, ElementsAre(0));
}

TEST(Deadlock, ThreadsThatWaitInNoCallAreListedAsAssumptions) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.recv(0, world, 1));
  job.idles(0).name = "worker";
  job.waits(1, job.recv(1, world, 0));
  EXPECT_THAT(
      proved(job).assumptions,
      ElementsAre(
          "threads of rank 0 sleep until another thread of that rank wakes them: 101 (worker)"));
}

}  // namespace
}  // namespace gridlock::prover::testing
