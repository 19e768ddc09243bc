// Tests deadlocks of calls on the streams of a device.
#include <gmock/gmock.h>

#include <algorithm>

#include "harness/prover/testing/proved.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using trace::Op;

// Returns a table in which issues return at once, except the first calls of a group, which connect
// its members. A send needs no other rank.
Semantics devices() {
  Semantics semantics = lasting_peers();
  BackendSemantics& table = semantics.at("gloo");
  table.issue_returns = table.first_issue_meets = true;
  table.needs.erase(Op::kSend);
  return semantics;
}

Wait issue_of(std::uint32_t call) {
  Wait wait;
  wait.on = Wait::On::kIssue;
  wait.call = call;
  return wait;
}

// Returns a job in which rank 0 waits in the issue of the first call of a group. Rank 1 never makes
// that call, because it waits in a call of another group.
JobBuilder first_call() {
  JobBuilder job(2);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1});
  job.waits(0, issue_of(job.collective(0, a, Op::kAllreduce)));
  job.waits(1, job.collective(1, b, Op::kAllreduce));
  return job;
}

// Both ranks wait for their third call. On their streams, it is queued behind two other calls that
// the ranks issued in opposite order.
TEST(Devices, CallsInOppositeOrderOnStreamsAreACycle) {
  JobBuilder job(2);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1}), world = job.group("0", {0, 1});
  for (int rank : {0, 1}) {
    const auto first = job.collective(rank, rank == 0 ? a : b, Op::kAllreduce);
    const auto second = job.collective(rank, rank == 0 ? b : a, Op::kAllreduce);
    const auto last = job.collective(rank, world, Op::kAllreduce);
    job.call(rank, second).after = first;
    job.call(rank, last).after = second;
    job.waits(rank, last);
  }
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kCrossGroupCycle);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1));
  EXPECT_THAT(finding.blocked.at(0).waits_for, ElementsAre(1));
  EXPECT_EQ(finding.blocked.at(0).call.number, 1u);
}

TEST(Devices, WhoNeverComesToTheFirstCallKeepsTheOthersInItsIssue) {
  const JobBuilder job = first_call();
  EXPECT_THAT(proved(job, devices()).blocked.at(0).waits_for, ElementsAre(1));
  Semantics semantics = devices();
  semantics.at("gloo").first_issue_meets = false;
  EXPECT_FALSE(prove(job, job, semantics).has_value());
}

// Returns a job in which the ranks in `come` make the first call of a connected group. The other
// members of that group wait in another group.
JobBuilder connected(const std::vector<int>& come) {
  JobBuilder job(3);
  const int a = job.group("a", {0, 1, 2}), b = job.group("b", {0, 1, 2});
  for (int rank : {0, 1, 2}) {
    job.rank(rank).groups[0].connected = true;
    if (std::ranges::count(come, rank) > 0) {
      job.waits(rank, issue_of(job.collective(rank, a, Op::kAllreduce)));
    } else {
      job.waits(rank, job.collective(rank, b, Op::kAllreduce));
    }
  }
  return job;
}

TEST(Devices, WhoConnectsAloneNeedsAnybody) {
  EXPECT_THAT(proved(connected({0}), devices()).blocked.at(0).waits_for, ElementsAre(1, 2));
}

TEST(Devices, WhoConnectsWithSomeMayNotNeedTheOthers) {
  const JobBuilder job = connected({0, 1});
  EXPECT_FALSE(prove(job, job, devices()).has_value());
}

// Returns a job in which rank 0 waits in the issue of its first message to or from rank 1. Ranks 1
// and 2 wait in a collective that rank 0 never makes.
JobBuilder first_message(bool sent) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  job.waits(0, issue_of(sent ? job.send(0, world, 1) : job.recv(0, world, 1)));
  for (int rank : {1, 2}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  return job;
}

// Returns a job of two ranks that receive and then send. The messages are on one stream or, if
// `together` is set, in one batch.
JobBuilder swap(bool together) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  for (int rank : {0, 1}) {
    const auto received = job.recv(rank, world, 1 - rank);
    const auto sent = job.send(rank, world, 1 - rank);
    const auto last = job.collective(rank, world, Op::kAllreduce);
    if (!together) job.call(rank, sent).after = received;
    job.call(rank, last).after = received;
    job.waits(rank, last);
  }
  return job;
}

TEST(Devices, ASendBehindTheReceiveThatItWouldServeNeverStarts) {
  const Finding finding = proved(swap(false), devices());
  EXPECT_EQ(finding.cls, Class::kUnmatchedRecv);
  EXPECT_THAT(finding.at_fault, ElementsAre(0, 1));
  EXPECT_EQ(finding.blocked.at(0).call.op, Op::kRecv);
}

TEST(Devices, MessagesThatAreExchangedTogetherStart) {
  const JobBuilder job = swap(true);
  EXPECT_FALSE(prove(job, job, devices()).has_value());
}

TEST(Devices, WhoStillMovesMayEndAMessageThatNeverStarts) {
  JobBuilder job = swap(false);
  job.runs(1);
  EXPECT_FALSE(prove(job, job, devices()).has_value());
}

TEST(Devices, TheFirstMessageOfTwoNeedsBothToCome) {
  for (const bool sent : {true, false}) {
    const JobBuilder job = first_message(sent);
    const Finding finding = proved(job, devices());
    EXPECT_THAT(finding.blocked.at(0).waits_for, ElementsAre(1));
  }
}

TEST(Devices, ABatchNeedsThePeerThatNeverCame) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.recv(0, world, 1);
  job.waits(0, issue_of(job.send(0, world, 1)));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  EXPECT_THAT(proved(job, devices()).blocked.at(0).waits_for, ElementsAre(1));
}

// On rank 0's stream, its first message with rank 1 is queued behind a call that never completes.
// Rank 1 may still issue a message between the two ranks.
TEST(Devices, TheIssueOfAFirstMessageDoesNotWaitForWhatIsBeforeItOnItsStream) {
  JobBuilder job(2);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1});
  const auto stuck = job.collective(0, a, Op::kBroadcast, 1);
  job.collective(1, a, Op::kAllreduce);
  const auto behind = job.recv(0, b, 1);
  job.call(0, behind).after = stuck;
  job.waits(0, issue_of(behind));
  job.runs(1);
  Semantics semantics = devices();
  semantics.at("gloo").different_ops[{Op::kBroadcast, Op::kAllreduce}] = Pairing::kHang;
  EXPECT_FALSE(prove(job, job, semantics).has_value());
  job.rank(1).threads.clear();
  job.waits(1, job.collective(1, a, Op::kAllreduce));
  EXPECT_THAT(proved(job, semantics).blocked.at(0).waits_for, ElementsAre(1));
}

TEST(Devices, TheIssueOfAFirstCallThatSoonGivesUpReturns) {
  JobBuilder job = first_call();
  job.call(0, 1).times_out_ms = 10'000;
  EXPECT_FALSE(prove(job, job, devices()).has_value());
  job.call(0, 1).times_out_ms = 600'000;
  EXPECT_TRUE(prove(job, job, devices()).has_value());
}

TEST(Devices, ALaterMessageOfTwoNeedsNobodyToBeIssued) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.complete(0, job.send(0, world, 1));
  job.complete(1, job.recv(1, world, 0));
  job.waits(0, issue_of(job.send(0, world, 1)));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  EXPECT_FALSE(prove(job, job, devices()).has_value());
}

TEST(Devices, WhoHasSentAnythingHasComeToThePair) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.send(1, world, 0);
  job.waits(0, issue_of(job.send(0, world, 1)));
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  EXPECT_FALSE(prove(job, job, devices()).has_value());
}

std::vector<std::string> doubts_of(const JobBuilder& job) {
  EXPECT_FALSE(prove(job, job, devices()));
  const auto likely = find_likely(job, job, devices());
  return likely ? likely->doubts : std::vector<std::string>();
}

// Both ranks first receive from each other. Whether NCCL lets them go on depends on the network.
TEST(Devices, TwoRanksThatReceiveFirstLikelyWaitInTheirIssues) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  for (const int rank : {0, 1}) job.waits(rank, issue_of(job.recv(rank, world, 1 - rank)));
  EXPECT_THAT(doubts_of(job), ElementsAre(::testing::StartsWith("the call of recv #1 of group 0 may"
                                                                " return before")));
}

// Three ranks stand in the first collective of a group that is connected. Rank 1 waits for a message
// of rank 0 first.
TEST(Devices, TheFirstCollectiveOfAConnectedGroupIsLikelyStood) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3});
  for (const int rank : {0, 1, 2, 3}) job.rank(rank).groups.at(0).connected = true;
  for (const int rank : {0, 2, 3}) {
    job.waits(rank, issue_of(job.collective(rank, world, Op::kBarrier)));
  }
  job.waits(1, job.recv(1, world, 0));
  EXPECT_THAT(doubts_of(job), ElementsAre(::testing::HasSubstr("barrier #1 of group 0")));
}

TEST(Devices, ARankThatRunsMakesNothingLikely) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, issue_of(job.recv(0, world, 1)));
  job.runs(1);
  EXPECT_THAT(doubts_of(job), ::testing::IsEmpty());
}

}  // namespace
}  // namespace gridlock::prover::testing
