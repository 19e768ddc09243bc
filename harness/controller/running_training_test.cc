#include "harness/controller/running_training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/monitor/grace.h"

namespace gridlock::controller {
namespace {

using Reason = RunningTraining::StopReason;

class RunningTrainingTest : public testing::Test {
 protected:
  RunningTraining job_{Training{}, verdict::CellRecord{}, Resources::Allocation{2, {}},
                       /*agents=*/2,
                       /*now=*/10};

  static matrix::Recipe deadline(double seconds) {
    matrix::Recipe recipe;
    recipe.deadline_seconds = seconds;
    return recipe;
  }
  void report(int rank, const char* json, double now) {
    job_.handle(protocol::Report{0, rank, nlohmann::json::parse(json)}, now);
  }
};

TEST_F(RunningTrainingTest, IsOverWhenEveryAgentHasEndedItsShare) {
  job_.handle(protocol::Ended{0, false});
  EXPECT_FALSE(job_.over());
  job_.handle(protocol::Ended{0, true, {"a limit", "a file"}});
  EXPECT_TRUE(job_.over());
  const verdict::CellRecord record = job_.finish(12.5);
  EXPECT_DOUBLE_EQ(record.seconds, 2.5);
  EXPECT_FALSE(record.evidence.empty());
  EXPECT_EQ(record.note, "a limit. a file");
}

TEST(Recipe, EndsWhatIsNotProvedWhenExecDoes) {
  EXPECT_EQ(matrix::Recipe{}.likely_seconds, monitor::kEndLikelyAfter);
  EXPECT_EQ(matrix::Recipe{}.desync_seconds, monitor::kEndDesyncAfter);
}

TEST_F(RunningTrainingTest, IsStoppedAtTheDeadlineWithoutProgress) {
  job_.handle(protocol::Progress{0, {0, 1}, {"build", "step 1"}}, 15);
  EXPECT_EQ(job_.must_stop(deadline(20), 34), Reason::kNone);
  EXPECT_EQ(job_.must_stop(deadline(20), 36), Reason::kDeadline);
  job_.mark_stopped(Reason::kDeadline, deadline(20));
  EXPECT_EQ(job_.must_stop(deadline(20), 99), Reason::kNone) << "once is enough";
  const verdict::CellRecord record = job_.finish(40);
  EXPECT_TRUE(record.timed_out);
  EXPECT_EQ(record.reports[0].phase, "build");
  EXPECT_EQ(record.reports[1].phase, "step 1");
  EXPECT_TRUE(record.reports[0].stopped);
}

TEST_F(RunningTrainingTest, WhileARankCompilesTheDeadlineIsThatOfTheCompiler) {
  job_.handle(protocol::Progress{0, {0, 1}, {"compile 3", "step 1"}}, 15);
  EXPECT_EQ(job_.must_stop(deadline(20), 114), Reason::kNone) << "five times as long";
  EXPECT_EQ(job_.must_stop(deadline(20), 116), Reason::kDeadline);
  matrix::Recipe own = deadline(20);
  own.compile_deadline_seconds = 30;
  EXPECT_EQ(job_.must_stop(own, 44), Reason::kNone);
  EXPECT_EQ(job_.must_stop(own, 46), Reason::kDeadline);
  job_.mark_stopped(Reason::kDeadline, own);
  EXPECT_EQ(job_.finish(46).deadline_seconds, 30);
}

TEST_F(RunningTrainingTest, WhatRanksCompiledDifferentlyIsToldOnceAndAsSoonAsItIsKnown) {
  const auto compiled = [](const std::string& op) {
    return R"({"type":"compiled","id":"0/0","step":0,"backward":false,"frame":"forward",)"
           R"("file":"case.py","line":3,"recompiled":"","error":"","guards":1,"nodes":2,)"
           R"("seconds":{},"breaks":[],"caches":[],"code":[],"peak_memory_mib":0,)"
           R"("graphs":[{"graph":"forward","hash":"0","collectives":[{"op":")" +
           op + R"(","group":"0-1","tensor":"f32[4]","arguments":""}]}]})";
  };
  report(0, compiled("all_reduce").c_str(), 20);
  EXPECT_FALSE(job_.new_inconsistency()) << "rank 1 has not compiled it yet";
  report(1, compiled("all_gather").c_str(), 21);
  const auto found = job_.new_inconsistency();
  ASSERT_TRUE(found);
  EXPECT_EQ(*found,
            "the forward graph of forward (case.py) differs between ranks: collective 1 over ranks "
            "0-1 is all_gather f32[4] on rank 1, and all_reduce f32[4] on rank 0");
  EXPECT_FALSE(job_.new_inconsistency());
  EXPECT_EQ(job_.finish(22).frames.size(), 2U);
}

TEST_F(RunningTrainingTest, OtherRanksGetTimeToNoticeAFailure) {
  report(1, R"({"type":"error","error":"ValueError: no","traceback":"…"})", 20);
  EXPECT_EQ(job_.must_stop(deadline(1000), 21), Reason::kNone);
  EXPECT_EQ(job_.must_stop(deadline(1000), 60), Reason::kFailure);
  job_.mark_stopped(Reason::kFailure, deadline(1000));
  EXPECT_FALSE(job_.finish(61).timed_out);
}

TEST_F(RunningTrainingTest, IsNotStoppedWhileADebuggerIsOpenInARank) {
  report(1, R"({"type":"debugging"})", 20);
  report(0, R"({"type":"error","error":"ValueError: no","traceback":"…"})", 21);
  EXPECT_TRUE(job_.is_debugged());
  EXPECT_EQ(job_.must_stop(deadline(20), 1000), Reason::kNone);
  report(1, R"({"type":"error","error":"ValueError: no","traceback":"…"})", 1000);
  EXPECT_FALSE(job_.is_debugged());
  EXPECT_EQ(job_.must_stop(deadline(20), 1060), Reason::kFailure);
}

TEST_F(RunningTrainingTest, ADebuggerIsOverWhenItsRankIsGone) {
  report(1, R"({"type":"debugging"})", 20);
  job_.handle(protocol::Exited{0, 1, 0, 9}, 30);
  EXPECT_EQ(job_.must_stop(deadline(1000), 60), Reason::kFailure);
}

TEST_F(RunningTrainingTest, ARankThatExitsBeforeItsEndHasFailed) {
  job_.handle(protocol::Exited{0, 0, 0, 0}, 20);
  EXPECT_EQ(job_.must_stop(deadline(1000), 60), Reason::kFailure);
}

TEST_F(RunningTrainingTest, GathersWhatRanksReport) {
  report(0, R"({"type":"step","step":0,"loss":1.5,"grad_norm":"nan","seconds":0.1})", 11);
  report(0, R"({"type":"done","seconds":{"steps":2},"peak_memory_mib":7,
                "compile":{"graphs":3,"breaks":1,"recompiles":2,"cache_hits":4,"cache_misses":5}})",
         12);
  const verdict::RankReport rank = job_.finish(13).reports[0];
  EXPECT_EQ(rank.losses, std::vector<double>{1.5});
  EXPECT_TRUE(std::isnan(rank.grad_norms[0]));
  EXPECT_EQ(rank.compile->graphs, 3);
  EXPECT_TRUE(rank.finished);
}

TEST_F(RunningTrainingTest, NonsenseFromARankIsAnErrorOfThatRank) {
  for (const char* nonsense : {"{}", R"({"type":"dance"})", R"({"type":"step"})",
                               R"({"type":"done","seconds":7})", R"({"type":42})"}) {
    report(1, nonsense, 11);
    EXPECT_FALSE(job_.finish(12).reports[1].error.empty()) << nonsense;
  }
  report(77, R"({"type":"dance"})", 11);
}

TEST_F(RunningTrainingTest, PhasesKnowSinceWhen) {
  job_.handle(protocol::Progress{0, {0}, {"compile"}}, 15);
  job_.handle(protocol::Progress{0, {0}, {"compile"}}, 18);
  const auto phases = job_.phases(20);
  EXPECT_EQ(phases[0].phase, "compile");
  EXPECT_DOUBLE_EQ(phases[0].seconds, 5);
}

}  // namespace
}  // namespace gridlock::controller
