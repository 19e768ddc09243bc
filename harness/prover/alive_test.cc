// Tests situations that look like a deadlock but are not one. Nothing may be proved about them.
#include <gtest/gtest.h>

#include "harness/prover/prover.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using trace::Op;

// Rank 0 waits for rank 1 in an all_reduce, and rank 1 waits for rank 0 in a receive. This is a
// deadlock; each test adds one fact that prevents the proof.
struct Alive : ::testing::Test {
  Alive() : job(2), world(job.group("0", {0, 1})) {
    job.waits(0, job.collective(0, world, Op::kAllreduce));
    job.waits(1, job.recv(1, world, 0));
  }
  bool deadlock(const Semantics& semantics = lasting_peers()) const {
    return prove(job, job, semantics).has_value();
  }
  Thread& thread(int rank) { return job.rank(rank).threads.at(0); }

  JobBuilder job;
  int world;
};

TEST_F(Alive, ItIsADeadlockToBeginWith) {
  EXPECT_TRUE(deadlock());
}

TEST_F(Alive, SlowRankIsNoDeadlock) {
  thread(1).state = Thread::State::kRunning;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, ComputeOnOneThreadIsNoDeadlock) {
  job.runs(1);
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, WaitThatGivesUpIsNoDeadlock) {
  thread(1).wait.times_out_ms = 200;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, WokenButStarvedWaiterIsNoDeadlock) {
  job.complete(0, 1);
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, WaiterWhoseKeyIsSetIsNoDeadlock) {
  Wait wait;
  wait.on = Wait::On::kStore;
  wait.keys = {{9, ""}};
  thread(1).wait = wait;
  EXPECT_TRUE(deadlock());
  job.rank(0).keys_set = {9};
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, IncompleteFactsAreNoDeadlock) {
  job.rank(1).incomplete = true;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, StoppedRankIsNoDeadlock) {
  job.rank(1).stopped = true;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, UnknownBackendProvesNothing) {
  EXPECT_FALSE(deadlock({}));
}

TEST_F(Alive, UnmeasuredOperationProvesNothing) {
  Semantics semantics = lasting_peers();
  semantics.at("gloo").needs.erase(Op::kAllreduce);
  EXPECT_FALSE(deadlock(semantics));
}

TEST_F(Alive, MembersThatDisagreeOnTheBackendProveNothing) {
  job.rank(1).groups[0].backend = "other";
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, RankOfWhichNoThreadIsKnownIsNoDeadlock) {
  job.rank(1).threads.clear();
  EXPECT_FALSE(deadlock());
  job.runs(1).state = Thread::State::kHarmless;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, AnythingThatChangedBetweenTheSnapshotsIsNoDeadlock) {
  const auto survives = [&](auto change) {
    JobBuilder later = job;
    change(later.rank(1));
    return prove(job, later, lasting_peers()).has_value();
  };
  job.idles(1);
  EXPECT_TRUE(survives([](RankFacts&) {}));
  EXPECT_FALSE(survives([](RankFacts& facts) { ++facts.events; }));
  EXPECT_FALSE(survives([](RankFacts& facts) { ++facts.threads.at(1).switches; }));
  EXPECT_FALSE(survives([](RankFacts& facts) { ++facts.threads.at(0).wait.since_ns; }));
  EXPECT_FALSE(survives([](RankFacts& facts) { ++facts.threads.at(1).id; }));
}

TEST_F(Alive, SnapshotsOfMoreOrFewerRanksProveNothing) {
  JobBuilder waits(1);
  Wait wait;
  wait.on = Wait::On::kStore;
  wait.keys = {{9, ""}};
  waits.waits(0, wait);
  EXPECT_TRUE(prove(waits, waits, lasting_peers()).has_value());
  Snapshot more = waits;
  more.ranks.emplace_back().rank = 1;
  EXPECT_FALSE(prove(more, waits, lasting_peers()).has_value());
}

// Both calls have call number 1, so one of the records is wrong, and the facts do not show which.
TEST_F(Alive, CallsThatContradictOneAnotherProveNothing) {
  job.complete(0, job.send(0, world, 1));
  job.rank(0).recent.at(0).number = 1;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, LibraryThreadsMayRun) {
  job.runs(1).state = Thread::State::kHarmless;
  EXPECT_TRUE(deadlock());
}

TEST_F(Alive, CollectiveThatAllHaveStartedIsRunning) {
  thread(1).wait.call = job.collective(1, world, Op::kAllreduce);
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, OperationsThatServeEachOtherAreRunning) {
  thread(1).wait.call = job.collective(1, world, Op::kReduceScatter);
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, MismatchThatAbortsIsNoDeadlock) {
  const auto call = job.collective(1, world, Op::kAllreduce);
  job.call(1, call).count = 5;
  thread(1).wait.call = call;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, EmptyCollectiveNeedsNobody) {
  job.call(0, 1).count = 0;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, RootOfABroadcastNeedsNobody) {
  job.call(0, 1).op = Op::kBroadcast;
  job.call(0, 1).peer = 0;
  EXPECT_FALSE(deadlock());
  job.call(0, 1).peer = 1;
  EXPECT_TRUE(deadlock());
}

TEST_F(Alive, WhoNeedsADeadRankGetsAnException) {
  job.dies(1);
  EXPECT_TRUE(deadlock());
  EXPECT_FALSE(deadlock(raising_peers()));
}

TEST_F(Alive, TwoThreadsInOneGroupAreOfUnknownOrder) {
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, FactsThatContradictThemselvesProveNothing) {
  job.call(0, 1).seq = 5;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, ForgottenCallsOfAPeerProveNothing) {
  // The calls of rank 0 before call 500 are unknown, so one of them may have been the send that
  // rank 1 waits for.
  job.call(0, 1).number = 500;
  thread(0).wait.call = 500;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, BackwardWithoutFuturesComputes) {
  thread(0).wait.on = Wait::On::kBackward;
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, LockThatOutsidersHoldIsNoDeadlock) {
  thread(1).wait = {};
  thread(1).wait.on = Wait::On::kLock;
  EXPECT_FALSE(deadlock());
  thread(1).wait.holders = {7};
  EXPECT_FALSE(deadlock());
}

TEST_F(Alive, NobodyInTheJob) {
  EXPECT_FALSE(prove({}, {}, lasting_peers()));
}

TEST(Groups, SameNameOfOtherMembersIsAnotherGroup) {
  JobBuilder job(4);
  const int left = job.group("1", {0, 1}), right = job.group("1", {2, 3});
  job.waits(0, job.collective(0, left, Op::kAllreduce));
  job.waits(1, job.collective(1, left, Op::kAllreduce));
  job.waits(2, job.collective(2, right, Op::kAllreduce));
  job.runs(3);
  EXPECT_FALSE(prove(job, job, lasting_peers()));
}

TEST(Groups, SameMembersMadeTwiceAreTwoGroups) {
  JobBuilder job(2);
  const int first = job.group("1", {0, 1}), second = job.group("1", {0, 1});
  job.waits(0, job.collective(0, first, Op::kAllreduce));
  job.waits(1, job.collective(1, second, Op::kAllreduce));
  EXPECT_TRUE(prove(job, job, lasting_peers()));
}

TEST(Groups, MemberThatIsMakingTheGroupHasComeToIt) {
  JobBuilder job(2);
  job.group("1", {0, 1});
  for (int rank : {0, 1}) {
    Wait wait;
    wait.on = Wait::On::kBuild;
    job.waits(rank, wait);
  }
  EXPECT_FALSE(prove(job, job, lasting_peers()));
}

}  // namespace
}  // namespace gridlock::prover::testing
