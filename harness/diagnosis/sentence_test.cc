#include "harness/diagnosis/sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "harness/diagnosis/fake_evidence.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;
using facts::Class;
using ::testing::HasSubstr;
using testing::kMain;
using ::testing::Not;
using testing::two_ranks;
using testing::waiting_for_rank_1;
using trace::Op;

constexpr std::array kClasses = {Class::kMissingRank,
                                 Class::kDifferentOrder,
                                 Class::kCrossGroupCycle,
                                 Class::kMismatchedOperation,
                                 Class::kMismatchedArguments,
                                 Class::kUnmatchedSend,
                                 Class::kUnmatchedRecv,
                                 Class::kDeadPeer,
                                 Class::kGroupMembership,
                                 Class::kStoreKey,
                                 Class::kLockCycle,
                                 Class::kBusyRank,
                                 Class::kCompileSkew,
                                 Class::kSlowCompile,
                                 Class::kStopped};

TEST(Sentence, MissingRank) {
  EXPECT_EQ(
      sentence(testing::missing_rank()),
      "Rank 1 never called all_gather_into_tensor #17 of cp[0-3]; ranks 0, 2-3 wait for it at "
      "model.py:60. Rank 1 waits in all_reduce #9 of dp[1,5] at model.py:81");
}

TEST(Sentence, WhoIsAtFaultIsNotAmongThoseWhoWait) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.at_fault = {1, 2};
  EXPECT_THAT(sentence(evidence), HasSubstr("of cp[0-3]; ranks 0, 3 wait for it"));
}

TEST(Sentence, MismatchedOperation) {
  EXPECT_EQ(sentence(two_ranks(Class::kMismatchedOperation, Op::kAllreduce, Op::kBroadcast, {1})),
            "Call #3 of default_pg does not match: rank 0 called all_reduce with 64 × float32 "
            "(train.py:30), rank 1 called broadcast with 64 × float32 (train.py:31)");
}

TEST(Sentence, DifferentOrder) {
  EXPECT_EQ(sentence(two_ranks(Class::kDifferentOrder, Op::kAllreduce, Op::kBarrier, {1})),
            "Call #3 of default_pg does not match: rank 0 called all_reduce with 64 × float32 "
            "(train.py:30), rank 1 called barrier (train.py:31); the ranks make the same calls in "
            "different orders");
}

TEST(Sentence, MismatchedArgumentsNamesThoseThatDiffer) {
  Evidence evidence = two_ranks(Class::kMismatchedArguments, Op::kBroadcast, Op::kBroadcast, {1});
  evidence.finding.blocked[1].call.count = 262'144;
  evidence.finding.blocked[1].call.peer = 1;
  evidence.finding.blocked[0].call.peer = 0;
  EXPECT_EQ(sentence(evidence),
            "broadcast #3 of default_pg does not match: rank 0 passed 64 × float32, root 0 "
            "(train.py:30), rank 1 passed 262,144 × float32, root 1 (1 MiB, train.py:31)");
}

TEST(Sentence, ArgumentsThatOnlyAHashTellsApart) {
  Evidence evidence = two_ranks(Class::kMismatchedArguments, Op::kAllreduce, Op::kAllreduce, {1});
  evidence.finding.blocked[1].call.shape_hash = 7;
  EXPECT_EQ(sentence(evidence),
            "all_reduce #3 of default_pg does not match: rank 0 passed 64 × float32 (train.py:30), "
            "rank 1 passed 64 × float32 in another shape (train.py:31)");
  evidence.finding.blocked[1].call.reduce_op = 3;
  EXPECT_THAT(sentence(evidence), HasSubstr("rank 1 passed 64 × float32, min in another shape"));
}

TEST(Sentence, ARankOfTheMismatchDoesNotWaitInTurnBesides) {
  Evidence evidence = two_ranks(Class::kMismatchedArguments, Op::kScatter, Op::kScatter, {1});
  evidence.finding.blocked[1].call.peer = 1;
  Blocked third = evidence.finding.blocked[0];
  third.rank = 2;
  third.call.peer = third.call.seq = 0;
  evidence.finding.blocked.push_back(third);
  evidence.finding.blocked[0].waits_for = {};
  EXPECT_THAT(sentence(evidence), HasSubstr("rank 0 passed 64 × float32, no root"));
  EXPECT_THAT(sentence(evidence), Not(HasSubstr(", too")));
}

TEST(Sentence, BothSidesAtFaultAreToldApart) {
  Evidence evidence =
      two_ranks(Class::kMismatchedArguments, Op::kAllreduce, Op::kAllreduce, {0, 1});
  evidence.finding.kind = facts::Kind::kDesync;
  evidence.finding.blocked[1].call.count = 1;
  EXPECT_EQ(sentence(evidence),
            "all_reduce #3 of default_pg does not match: rank 0 passed 64 × float32, rank 1 passed "
            "1 × float32");
}

TEST(Sentence, WhatTheRankAtFaultCalledIsFoundInItsLogToo) {
  Evidence evidence = two_ranks(Class::kMismatchedOperation, Op::kAllreduce, Op::kBroadcast, {1});
  evidence.finding.blocked.pop_back();
  EXPECT_THAT(sentence(evidence), HasSubstr("rank 1 called broadcast with 64 × float32"));
}

// Returns the evidence of two ranks in all_reduce #3, at train.py:14 and train.py:22, with
// different element counts.
Evidence with_sites() {
  Evidence evidence = two_ranks(Class::kMismatchedArguments, Op::kAllreduce, Op::kAllreduce, {1});
  evidence.finding.kind = facts::Kind::kDesync;
  evidence.finding.blocked[0].call.count = evidence.ranks[0].open[0].count = 1;
  for (const std::size_t rank : {0u, 1u}) {
    evidence.finding.blocked[rank].call.site = evidence.ranks[rank].open[0].site = 7 + rank;
    evidence.ranks[rank].sites = {{7, "train.py:14"}, {8, "train.py:22"}};
  }
  facts::Divergence& divergence = evidence.finding.divergence.emplace();
  divergence.ranks = {1};
  divergence.group = evidence.ranks[0].groups[0];
  divergence.seq = 3;
  divergence.call = evidence.ranks[0].open[0];
  return evidence;
}

TEST(Sentence, WhoLeftTheSequenceOfEarlierStepsIsToldAndHow) {
  Evidence evidence = with_sites();
  facts::Divergence& divergence = *evidence.finding.divergence;
  divergence.how = facts::Divergence::How::kSkipped;
  EXPECT_EQ(sentence(evidence),
            "all_reduce #3 of default_pg does not match: rank 0 passed 1 × float32 (train.py:14), "
            "rank 1 passed 64 × float32 (train.py:22). Rank 1 skipped the all_reduce of "
            "train.py:14 that it made at this place in earlier steps");
  divergence.calls = 3;
  EXPECT_THAT(sentence(evidence),
              HasSubstr(". Rank 1 skipped 3 calls that it made at this place in "
                        "earlier steps, beginning with the all_reduce of train.py:14"));
  divergence.how = facts::Divergence::How::kExtra;
  EXPECT_THAT(sentence(evidence), HasSubstr(". Rank 1 called all_reduce at train.py:14, which it "
                                            "did not do at this place in earlier steps"));
  divergence.how = facts::Divergence::How::kSkippedOrExtra;
  EXPECT_THAT(sentence(evidence),
              HasSubstr(". Rank 1 either skipped all_reduce #3 at train.py:14, which the others "
                        "called, or made one call too many: the log has no earlier all_reduce "
                        "from train.py:14"));
  divergence.left = {3, 19};
  EXPECT_THAT(sentence(evidence),
              HasSubstr(". Rank 1 either left its loop after 19 steps of 3 calls, or skipped "
                        "all_reduce #3 at train.py:14, which the others called, or made one call "
                        "too many"));
  divergence.left = {3, 0};
  EXPECT_THAT(sentence(evidence), HasSubstr(". Rank 1 either skipped all_reduce #3"));
  divergence.how = facts::Divergence::How::kChanged;
  EXPECT_THAT(sentence(evidence),
              HasSubstr(". Rank 1 passed other arguments at train.py:14 than in earlier steps"));
  divergence.how = facts::Divergence::How::kUnknown;
  EXPECT_THAT(sentence(evidence), Not(HasSubstr("earlier")));
}

TEST(Sentence, CallsThatPairedByAccidentBeforeAreTold) {
  Evidence evidence = with_sites();
  evidence.finding.divergence->seq = 2;
  for (const std::size_t rank : {0u, 1u}) {
    facts::Call call = evidence.ranks[rank].open[0];
    call.seq = 2;
    call.count = 1;
    call.pass = rank == 0 ? trace::Pass::kForward : trace::Pass::kBackward;
    call.module = rank == 0 ? 0 : -1;
    evidence.ranks[rank].modules = {"layers.1"};
    evidence.ranks[rank].recent.push_back(call);
  }
  EXPECT_THAT(
      sentence(evidence),
      ::testing::EndsWith(". The ranks diverge earlier, at call #2; #2 paired by accident: rank 0 "
                          "called all_reduce at train.py:14 (forward of layers.1), rank 1 called "
                          "all_reduce at train.py:22 (backward)"));
}

TEST(Sentence, AnUnmatchedMessageIsWhatItIsAboutThoughMostWaitElsewhere) {
  Evidence evidence = waiting_for_rank_1(Class::kUnmatchedRecv, {kMain});
  evidence.finding.kind = facts::Kind::kDeadlock;
  facts::Call& call = testing::call(evidence.ranks[1], 0, Op::kRecv, false);
  call.peer = 0;
  call.seq = 1;
  evidence.finding.blocked.push_back(testing::blocked(evidence.ranks[1], {0}));
  EXPECT_EQ(sentence(evidence),
            "Rank 1 waits in recv #1 from rank 0 (tag 0) of default_pg[0-3] at train.py:10; rank 0 "
            "never sends the message: it waits in all_reduce #4 of default_pg[0-3] at train.py:31; "
            "ranks 0, 2-3 wait, too");
}

TEST(Sentence, UnmatchedSendAndRecv) {
  Evidence evidence = two_ranks(Class::kUnmatchedSend, Op::kSend, Op::kAllreduce, {1});
  evidence.finding.blocked[0].call.peer = 1;
  evidence.finding.blocked[0].call.tag = 7;
  EXPECT_EQ(sentence(evidence),
            "Rank 0 waits in send #3 to rank 1 (tag 7) of default_pg[0-1] at train.py:30; rank 1 "
            "never receives the message: it waits in all_reduce #3 of default_pg[0-1] at "
            "train.py:31");
  evidence.finding.cls = Class::kUnmatchedRecv;
  evidence.finding.blocked[0].call.op = Op::kRecvAnysource;
  evidence.finding.blocked[0].call.peer = -1;
  EXPECT_THAT(sentence(evidence), HasSubstr("; rank 1 never sends the message"));
}

TEST(Sentence, CrossGroupCycleTellsTheChain) {
  Evidence evidence = two_ranks(Class::kCrossGroupCycle, Op::kAllreduce, Op::kAllgather, {0, 1});
  evidence.finding.blocked[1].group.description = "mesh_dp";
  EXPECT_EQ(sentence(evidence),
            "Ranks 0-1 wait for one another across groups: rank 0 waits in all_reduce #3 of "
            "default_pg[0-1] at train.py:30 for rank 1, which waits in all_gather #3 of dp[0-1] at "
            "train.py:31 for rank 0");
}

TEST(Sentence, LockCycle) {
  Evidence evidence = two_ranks(Class::kLockCycle, Op::kAllreduce, Op::kAllreduce, {0, 1});
  evidence.finding.blocked[1].wait.on = facts::Wait::On::kLock;
  EXPECT_THAT(sentence(evidence),
              HasSubstr("for rank 1, which waits for a lock at train.py:31 held by rank 0"));
}

TEST(Sentence, GroupMembershipAndStoreKey) {
  Evidence evidence = two_ranks(Class::kGroupMembership, Op::kAllreduce, Op::kAllreduce, {1});
  evidence.finding.blocked.pop_back();
  evidence.finding.blocked[0].wait.on = facts::Wait::On::kBuild;
  EXPECT_EQ(
      sentence(evidence),
      "Rank 0 waits in the creation of default_pg[0-1] at train.py:30, which rank 1 never created: "
      "it is in step at train.py:31");
  evidence.finding.cls = Class::kStoreKey;
  evidence.finding.blocked[0].wait.on = facts::Wait::On::kStore;
  evidence.finding.blocked[0].wait.keys = {{0xc0ffee, ""}};
  EXPECT_THAT(sentence(evidence), HasSubstr("waits for store key 0000000000c0ffee (a hash) at"));
}

TEST(Sentence, GroupsOfDifferentMembersAreListed) {
  Evidence evidence = two_ranks(Class::kGroupMembership, Op::kAllreduce, Op::kAllreduce, {1});
  for (facts::Blocked& blocked : evidence.finding.blocked) {
    blocked.wait.on = facts::Wait::On::kBuild;
    blocked.group.name = "1";
    blocked.group.members = blocked.rank == 0 ? std::vector{0, 1} : std::vector{1, 2};
    evidence.ranks[static_cast<std::size_t>(blocked.rank)].groups = {blocked.group};
  }
  EXPECT_THAT(sentence(evidence),
              HasSubstr("Rank 0 created group 1 with ranks 0-1, but rank 1 created it "
                        "with ranks 1-2; all ranks must pass the same list"));
}

TEST(Sentence, AKeyIsSaidToBeMissingByWhoWaitsForIt) {
  Evidence evidence = two_ranks(Class::kStoreKey, Op::kAllreduce, Op::kAllreduce, {1});
  evidence.finding.blocked[1].wait.on = facts::Wait::On::kStore;
  evidence.finding.blocked[1].wait.keys = {{0xc0ffee, ""}};
  EXPECT_THAT(
      sentence(evidence),
      HasSubstr("Rank 1 waits for store key 0000000000c0ffee (a hash) at train.py:31, which"));
  EXPECT_THAT(sentence(evidence), HasSubstr("; rank 0 waits, too"));
}

TEST(Sentence, ACallOfTheCompilerIsExplainedAsSuch) {
  Evidence evidence = testing::missing_rank();
  Blocked& compiler = evidence.finding.blocked[1];
  compiler.call.compiling = true;
  evidence.ranks[1].threads[0].frames = {
      kMain,
      {"__call__", "torch/_dynamo/convert_frame.py", 729},
      {"_sync_decision_cross_ranks", "torch/_functorch/partitioners.py", 2900}};
  EXPECT_THAT(sentence(evidence),
              HasSubstr("Rank 1 waits in all_reduce #9 of dp[1,5], which the compiler issued in "
                        "_sync_decision_cross_ranks at torch/_functorch/partitioners.py:2900, at "
                        "train.py:10"));
}

TEST(Sentence, EveryClassHasOneAndAnAdviceWhateverIsMissing) {
  for (const Class cls : kClasses) {
    Evidence empty;
    empty.finding.cls = cls;
    EXPECT_GT(sentence(empty).size(), 20u) << name(cls);
    EXPECT_THAT(sentence(empty), Not(HasSubstr("{"))) << name(cls);
    EXPECT_GT(advice(cls).size(), 20u) << name(cls);
    const std::string full = sentence(waiting_for_rank_1(cls, {kMain}));
    EXPECT_THAT(full, HasSubstr("ank 1")) << name(cls);
    EXPECT_THAT(full, Not(HasSubstr("  "))) << name(cls);
  }
  EXPECT_ANY_THROW(advice(static_cast<Class>(99)));
}

TEST(Sentence, ADesyncTellsWhereCallsWereMadeAndNotWhereRanksStand) {
  Evidence evidence =
      two_ranks(Class::kMismatchedOperation, trace::Op::kAllreduce, trace::Op::kAllgather, {1});
  evidence.finding.kind = facts::Kind::kDesync;
  EXPECT_EQ(sentence(evidence),
            "Call #3 of default_pg does not match: rank 0 called all_reduce with 64 × float32, "
            "rank 1 called all_gather with 64 × float32");
  for (const std::size_t rank : {0u, 1u}) {
    evidence.ranks[rank].open[0].site = 7 + rank;
    evidence.ranks[rank].sites = {{7 + rank, "model.py:" + std::to_string(50 + rank)}};
  }
  EXPECT_EQ(sentence(evidence),
            "Call #3 of default_pg does not match: rank 0 called all_reduce with 64 × float32 "
            "(model.py:50), rank 1 called all_gather with 64 × float32 (model.py:51)");
}

}  // namespace
}  // namespace gridlock::diagnosis
