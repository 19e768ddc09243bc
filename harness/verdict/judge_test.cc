#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "harness/verdict/judged.h"

namespace gridlock::verdict {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::judged;
using testing::RecordBuilder;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Judge, AHealthyCellPasses) {
  const CellRecord record = judged(RecordBuilder());
  EXPECT_EQ(record.verdict, Verdict::kPass);
  EXPECT_EQ(record.sentence, "");
  EXPECT_EQ(record.signature, "pass");
}

TEST(Judge, AnInterruptedCellHasNoOtherVerdict) {
  CellRecord record = RecordBuilder().raised(0, "KeyboardInterrupt").killed(1, SIGINT);
  record.interrupted = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kInterrupted);
}

TEST(Judge, ACellThatTheMachineCannotRunIsSkipped) {
  CellRecord record;
  matrix::PlannedCell planned = testing::planned(record);
  planned.skip = "no GPU";
  judge(record, planned);
  EXPECT_EQ(record.verdict, Verdict::kSkipped);
  EXPECT_EQ(record.sentence, "no GPU");
}

TEST(Judge, MissingStepsAreACrashAndNeverAPass) {
  CellRecord record = judged(RecordBuilder().losses({4.5, 4.25}));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "steps missing");
  EXPECT_THAT(record.sentence, HasSubstr("with losses for only 2 of 3 steps"));
  CellRecord unknown = RecordBuilder().losses({});
  unknown.steps = 0;
  EXPECT_EQ(judged(unknown).verdict_class, "steps missing");
  CellRecord shorter = RecordBuilder();
  shorter.steps = 0;
  shorter.reports[1].losses.pop_back();
  EXPECT_THAT(judged(shorter).ranks, ElementsAre(1));
}

TEST(Judge, LossesMustBeFiniteAtEveryStep) {
  const CellRecord record = judged(RecordBuilder().losses({4.5, kNan, 4.125}));
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "not finite");
  EXPECT_EQ(record.sentence, "The loss is nan at step 1, on ranks 0-1");
  EXPECT_EQ(record.signature, "wrong:not finite:loss");
  EXPECT_EQ(judged(RecordBuilder().grad_norms({1, 1, INFINITY})).signature,
            "wrong:not finite:grad norm");
}

TEST(Judge, RanksMustAgreeOnTheLoss) {
  CellRecord record = RecordBuilder().ranks(4);
  record.reports[0].losses[1] = 3.5;
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "ranks disagree");
  EXPECT_THAT(record.ranks, ElementsAre(0)) << "the odd one out is at fault, not the other three";
  EXPECT_EQ(record.sentence,
            "Rank 0 disagrees with rank 1: loss at step 1: 3.5 against 4.25, a difference of 0.75 "
            "(must match bit for bit)");
}

TEST(Judge, GradientNormsOfRanksMayDifferByRounding) {
  CellRecord record = RecordBuilder();
  record.reports[1].grad_norms[2] = std::nextafter(1.0, 2.0);
  EXPECT_EQ(judged(record).verdict, Verdict::kPass);
  record.reports[1].grad_norms[2] = 1.1;
  EXPECT_EQ(judged(record).verdict_class, "ranks disagree");
}

TEST(Judge, ReplicasMustHoldTheSameBits) {
  CellRecord record = RecordBuilder().ranks(3).states();
  for (RankReport& report : record.reports) {
    const golden::ShardDigests held{{{"0-2", {7, 24}}}, {{"0-2", 24}}};
    for (golden::State& state : report.states) state.parameters = held;
  }
  EXPECT_EQ(judged(record).verdict, Verdict::kPass);
  record.reports[2].states[1].parameters->parts["0-2"].sum = 8;
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "ranks disagree");
  EXPECT_THAT(record.ranks, ElementsAre(2));
  EXPECT_EQ(record.sentence, "Parameters after step 1: rank 2 holds different bits than rank 0");
  EXPECT_EQ(record.signature, "wrong:ranks disagree:parameters");
}

TEST(Judge, EqualToEagerBecauseItIsEagerIsNoPass) {
  auto compiled = RecordBuilder().axis("compile", "before_fsdp");
  EXPECT_EQ(judged(RecordBuilder(compiled).graphs(2)).verdict, Verdict::kPass);
  const CellRecord record = judged(RecordBuilder(compiled).graphs(0));
  EXPECT_EQ(record.verdict, Verdict::kNotCompiled);
  EXPECT_EQ(record.signature, "not_compiled:before_fsdp");
  CellRecord one = RecordBuilder(compiled).graphs(2);
  one.reports[1].compile->graphs = 0;
  EXPECT_THAT(judged(one).ranks, ElementsAre(1));
  one.reports[1].compile.reset();
  EXPECT_EQ(judged(one).verdict, Verdict::kNotCompiled);
  EXPECT_EQ(judged(RecordBuilder().axis("compile", "none").graphs(0)).verdict, Verdict::kPass);
}

TEST(Judge, WhatRanksCompiledDifferentlyIsNotedOfAFailure) {
  health::Frame one, other;
  one.compiled.id = "0/0";
  one.ranks = {0, 1};
  other.compiled.id = "0/1";
  other.ranks = {1};
  CellRecord record = RecordBuilder();
  record.frames = {one, other};
  note_differences(record);
  EXPECT_EQ(record.note, "") << "it passed";
  record.verdict = Verdict::kWrong;
  note_differences(record);
  EXPECT_EQ(record.note, "ranks compiled different numbers of frames: 1 on rank 0, 2 on rank 1");
}

}  // namespace
}  // namespace gridlock::verdict
