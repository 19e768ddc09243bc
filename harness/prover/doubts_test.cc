// Tests facts that rule out a proof, and the doubts that are reported for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/checker/checker.h"
#include "harness/facts/certificate.h"
#include "harness/prover/certificate.h"
#include "harness/prover/prover.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using trace::Op;
using State = Thread::State;

// Rank 0 waits in a collective that rank 1 never joins, because rank 1 waits in a collective of
// another group.
struct Doubts : ::testing::Test {
  Doubts() : job(2), world(job.group("0", {0, 1})), side(job.group("1", {0, 1})) {
    job.waits(0, job.collective(0, world, Op::kAllreduce)).main = true;
    job.waits(1, job.collective(1, side, Op::kAllreduce)).main = true;
  }
  Thread& helper(int rank, State state, const char* doing = "") {
    Thread& thread = job.runs(rank);
    thread.state = state;
    thread.name = "helper";
    thread.doing = doing;
    return thread;
  }
  std::optional<Finding> proof() const {
    auto finding = prove(job, job, lasting_peers());
    if (!finding) return finding;
    const std::string text = certificate(*finding, job, job, lasting_peers()).dump();
    EXPECT_EQ(checker::check(text, lasting_peers()), std::nullopt) << text;
    return finding;
  }
  std::vector<std::string> doubts() const {
    const auto finding = find_likely(job, job, lasting_peers());
    if (!finding) return {};
    EXPECT_FALSE(finding->proved);
    EXPECT_FALSE(finding->at_fault.empty());
    return finding->doubts;
  }
  // Checks a certificate that the prover would make if it overlooked the changed facts.
  std::optional<std::string> rejected(auto change) const {
    const auto finding = prove(job, job, lasting_peers());
    auto forged = certificate(*finding, job, job, lasting_peers());
    for (const char* which : {"first", "second"}) change(forged[which]["ranks"]);
    forged["digest"] = certificate_digest(forged);
    return checker::check(forged.dump(), lasting_peers());
  }

  JobBuilder job;
  int world, side;
};

TEST_F(Doubts, WithoutAnyItIsProvedAndNotLikely) {
  EXPECT_TRUE(proof());
  EXPECT_THAT(doubts(), IsEmpty());
}

TEST_F(Doubts, AThreadThatWaitsForSomethingOutsideMayActAndIsNamed) {
  helper(0, State::kDoubtful, "waits for child process 4711");
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), ElementsAre("thread helper of rank 0 waits for child process 4711"));
}

TEST_F(Doubts, AMainThreadThatWaitsForSomethingOutsideIsBusy) {
  job.rank(1).threads.at(0).state = State::kDoubtful;
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), IsEmpty());
  const auto stall = find_stall(job, lasting_peers());
  ASSERT_TRUE(stall);
  EXPECT_THAT(stall->at_fault, ElementsAre(1));
}

TEST_F(Doubts, HarmlessThreadsAreListedInTheProof) {
  helper(0, State::kHarmless, "tqdm's monitor");
  const auto finding = proof();
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->assumptions, ElementsAre(::testing::HasSubstr("tqdm's monitor")));
}

TEST_F(Doubts, AThreadThatFeedsOthersMayWakeWhoeverIsAsleep) {
  helper(0, State::kFeeder, "DataLoader's pin-memory thread");
  EXPECT_TRUE(proof());
  helper(0, State::kIdle);
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), ElementsAre(::testing::HasSubstr("pin-memory thread) may wake another")));
}

TEST_F(Doubts, CallsOfAnUnknownPairingLikelyHang) {
  JobBuilder other(2);
  const int world = other.group("0", {0, 1});
  for (const int rank : {0, 1}) {
    other.waits(rank, other.collective(rank, world, Op::kAllreduce));
    other.call(rank, 1).reduce_op = rank;
  }
  Semantics semantics = lasting_peers();
  semantics.at("gloo").different_arguments.erase({Op::kAllreduce, "reduce_op"});
  EXPECT_FALSE(prove(other, other, semantics));
  const auto likely = find_likely(other, other, semantics);
  ASSERT_TRUE(likely);
  EXPECT_EQ(likely->cls, Class::kMismatchedArguments);
  EXPECT_THAT(likely->doubts, ElementsAre("calls #1 of group 0 do not match, and it is not known "
                                          "that they hang"));
  semantics.at("gloo").different_arguments[{Op::kAllreduce, "reduce_op"}] = Pairing::kAmiss;
  EXPECT_FALSE(find_likely(other, other, semantics));
}

TEST_F(Doubts, AWaitInDoubtIsNoProof) {
  job.rank(1).threads.at(0).wait.doubts = {"process 7 (python) may set the key"};
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), ElementsAre("process 7 (python) may set the key"));
}

TEST_F(Doubts, AWaitThatEndsWithinAMinuteIsNeither) {
  job.rank(1).threads.at(0).wait.times_out_ms = kSoonMs - 1;
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), IsEmpty());
  job.rank(1).threads.at(0).wait.times_out_ms = kSoonMs;
  EXPECT_TRUE(proof());
}

TEST_F(Doubts, ACallThatEndsWithinAMinuteIsNeither) {
  job.call(0, 1).times_out_ms = 5'000;
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), IsEmpty());
  job.call(0, 1).times_out_ms = kSoonMs;
  EXPECT_TRUE(proof());
  EXPECT_TRUE(rejected([](auto& ranks) { ranks[0]["open"][0]["gives_up_ms"] = 5'000; }));
}

TEST_F(Doubts, ADeadRankThatSomebodyMayStartAgainProvesNothing) {
  job.dies(1);
  EXPECT_TRUE(proof());
  job.rank(1).restarter = "process 9 (torchrun)";
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), ElementsAre("process 9 (torchrun) may start rank 1 again"));
}

TEST_F(Doubts, ACallbackOfACallThatMayCompleteDoesAnything) {
  for (int rank : {0, 1}) {
    const auto number = job.collective(rank, job.group("2", {rank}), Op::kAllreduce);
    EXPECT_TRUE(proof());
    job.call(rank, number).future_taken = true;
    EXPECT_FALSE(proof());
    job.call(rank, number).future_taken = false;
  }
}

TEST_F(Doubts, WorkersOfUnknownNumberMayCarryOutEverything) {
  // Two calls that hang occupy both workers. The calls that both ranks wait for are queued behind
  // them.
  job = JobBuilder(2);
  const int group = job.group("0", {0, 1});
  for (int rank : {0, 1}) {
    for (int i = 0; i < 2; ++i) {
      job.collective(rank, group, rank == 0 ? Op::kAllreduce : Op::kAllgather);
    }
    job.waits(rank, job.collective(rank, group, Op::kAllreduce));
  }
  EXPECT_TRUE(proof());
  for (int rank : {0, 1}) job.rank(rank).groups.at(0).workers = 3;
  EXPECT_FALSE(proof());
  for (int rank : {0, 1}) job.rank(rank).groups.at(0).workers = -1;
  EXPECT_FALSE(proof());
  EXPECT_THAT(doubts(), ElementsAre(::testing::HasSubstr("it is unknown how many threads")));
}

TEST_F(Doubts, ARankWhoseThreadsAllSleepWithinItNeverComes) {
  job.rank(1).threads.clear();
  job.idles(1).main = true;
  const auto finding = proof();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cls, Class::kThreadDeadlock);
  EXPECT_THAT(finding->at_fault, ElementsAre(1));
}

TEST_F(Doubts, RanksThatWaitInNoCallAreNoDeadlockByThemselves) {
  for (int rank : {0, 1}) {
    job.rank(rank).threads.clear();
    job.idles(rank);
  }
  EXPECT_FALSE(proof());
}

TEST_F(Doubts, TheCheckerSeesThemToo) {
  helper(0, State::kIdle);
  EXPECT_FALSE(rejected([](auto&) {}));
  EXPECT_TRUE(rejected([](auto& ranks) { ranks[0]["threads"][1]["state"] = "doubtful"; }));
  EXPECT_TRUE(rejected([](auto& ranks) { ranks[1]["threads"][0]["wait"]["gives_up_ms"] = 5; }));
  EXPECT_TRUE(rejected([](auto& ranks) { ranks[1]["threads"][0]["wait"]["doubts"] = {"who"}; }));
  EXPECT_TRUE(rejected([](auto& ranks) {
    auto feeder = ranks[0]["threads"][1];
    feeder["id"] = 77;
    feeder["state"] = "feeder";
    ranks[0]["threads"].push_back(feeder);
  }));
}

// Two ranks of a backend without a table. Rank 1 leaves out a call.
TEST(UnknownBackend, IsAssumedToDoWhatTorchPromises) {
  JobBuilder job(2, "vendor");
  const int world = job.group("0", {0, 1}), side = job.group("1", {0, 1});
  job.waits(0, job.collective(0, world, Op::kAllreduce)).main = true;
  job.waits(1, job.collective(1, side, Op::kAllreduce)).main = true;
  EXPECT_FALSE(prove(job, job, lasting_peers()));
  const auto likely = find_likely(job, job, lasting_peers());
  ASSERT_TRUE(likely);
  EXPECT_THAT(likely->doubts, ElementsAre("gridlock has not measured backend 'vendor' and assumes "
                                          "that its collectives wait for all members"));
}

TEST(UnknownBackend, RunsWhatAllMembersHaveIssued) {
  JobBuilder job(2, "vendor");
  const int world = job.group("0", {0, 1});
  for (const int rank : {0, 1}) {
    job.waits(rank, job.collective(rank, world, Op::kAllreduce)).main = true;
  }
  EXPECT_FALSE(find_likely(job, job, lasting_peers()));
}

// Two nodes each create a group of their own. Rank 3 does not get out of the creation.
struct Namesakes : ::testing::Test {
  Namesakes() : job(4), world(job.group("0", {0, 1, 2, 3})) {
    job.group("1", {0, 1});
    job.group("1", {2, 3});
    Wait build;
    build.on = Wait::On::kBuild;
    build.group = 1;
    for (const int rank : {0, 1, 2}) {
      job.waits(rank, job.collective(rank, world, Op::kAllreduce)).main = true;
    }
    job.waits(3, build).main = true;
  }
  JobBuilder job;
  int world;
  Semantics by_name() const {
    Semantics tables = lasting_peers();
    for (auto& [name, table] : tables) table.connects_by_name = true;
    return tables;
  }
};

TEST_F(Namesakes, MayHaveConnectedToOneAnother) {
  EXPECT_FALSE(prove(job, job, by_name()));
  const auto likely = find_likely(job, job, by_name());
  ASSERT_TRUE(likely);
  EXPECT_EQ(likely->cls, Class::kGroupMembership);
  EXPECT_THAT(likely->at_fault, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(likely->doubts, ElementsAre(::testing::HasSubstr("another group has the same name")));
}

// Both nodes have connected crosswise: ranks 1 and 2 have completed the calls that ranks 0 and 3
// wait for.
TEST_F(Namesakes, MayHaveServedOneAnothersCalls) {
  JobBuilder crossed(4);
  const int all = crossed.group("0", {0, 1, 2, 3});
  const int one = crossed.group("1", {0, 1}), two = crossed.group("1", {2, 3});
  crossed.waits(0, crossed.collective(0, one, Op::kAllreduce)).main = true;
  crossed.complete(1, crossed.collective(1, one, Op::kAllreduce));
  crossed.complete(2, crossed.collective(2, two, Op::kAllreduce));
  crossed.waits(3, crossed.collective(3, two, Op::kAllreduce)).main = true;
  for (const int rank : {1, 2}) {
    crossed.waits(rank, crossed.collective(rank, all, Op::kAllreduce)).main = true;
  }
  EXPECT_FALSE(prove(crossed, crossed, by_name()));
  const auto likely = find_likely(crossed, crossed, by_name());
  ASSERT_TRUE(likely);
  EXPECT_EQ(likely->cls, Class::kGroupMembership);
  EXPECT_FALSE(find_likely(crossed, crossed, lasting_peers()));
}

TEST_F(Namesakes, AreNoneOnABackendThatDoesNotConnectByName) {
  EXPECT_FALSE(find_likely(job, job, lasting_peers()));
}

TEST_F(Namesakes, AreNoneIfTheNamesDiffer) {
  for (const int rank : {2, 3}) job.rank(rank).groups[1].name = "2";
  EXPECT_FALSE(find_likely(job, job, by_name()));
}

}  // namespace
}  // namespace gridlock::prover::testing
