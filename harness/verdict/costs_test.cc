#include "harness/verdict/costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/judge.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {
namespace {

using ::testing::HasSubstr;

RankReport report(int rank, std::vector<double> steps, std::vector<double> compile,
                  double memory = 100) {
  RankReport report;
  report.rank = rank;
  report.step_seconds = std::move(steps);
  report.compile_seconds = std::move(compile);
  report.step_peak_memory_mib = memory;
  return report;
}

CellRecord record(const std::string& cell, std::vector<RankReport> reports) {
  CellRecord record;
  record.cell = cell;
  record.reports = std::move(reports);
  return record;
}

TEST(SteadySteps, AreBehindTheFirstAndBehindTheLastThatCompiles) {
  EXPECT_EQ(steady_step_seconds(record("c", {report(0, {9, 1, 3, 2}, {0, 0, 0, 0})})), 2);
  EXPECT_EQ(steady_step_seconds(record("c", {report(0, {9, 8, 3, 2, 4}, {5, 5, 0, 0, 0})})), 3);
  EXPECT_EQ(steady_step_seconds(record("c", {report(0, {9, 1, 3}, {0, 0, 0})})), 2);
}

TEST(SteadySteps, OfFewerThanTwoSayNothing) {
  EXPECT_EQ(steady_step_seconds(record("c", {report(0, {9, 1}, {0, 0})})), std::nullopt);
  EXPECT_EQ(steady_step_seconds(record("c", {report(0, {9, 1, 1}, {0, 1, 0})})), std::nullopt);
  EXPECT_EQ(steady_step_seconds(record("c", {})), std::nullopt);
}

TEST(SteadySteps, TakeAsLongAsTheSlowestRank) {
  const auto both = record("c", {report(0, {9, 1, 5}, {0, 0, 0}), report(1, {9, 3, 1}, {0, 0, 0})});
  EXPECT_EQ(steady_step_seconds(both), 4);
  // Rank 1 compiles in the second step. This step does not count on any rank, because a rank that
  // compiles delays the others.
  const auto late =
      record("c", {report(0, {9, 1, 1, 1}, {1, 0, 0, 0}), report(1, {9, 8, 2, 2}, {1, 7, 0, 0})});
  EXPECT_EQ(steady_step_seconds(late), 2);
}

class CostsTest : public ::testing::Test {
 protected:
  void judge(const matrix::CompileLimits& limits) {
    planned_.compile_limits = limits;
    planned_.uncompiled = "eager";
    judge_costs(own_, planned_,
                [&](const std::string& cell) { return cell == eager_.cell ? &eager_ : nullptr; });
  }

  CellRecord eager_ = record("eager", {report(0, {9, 0.03, 0.03}, {0, 0, 0}, 200)});
  CellRecord own_ = record("compiled", {report(0, {9, 0.04, 0.04}, {1, 0, 0}, 500)});
  matrix::PlannedCell planned_;
};

TEST_F(CostsTest, AreNotedAndNoVerdictWithoutALimit) {
  judge({});
  ASSERT_TRUE(own_.costs);
  EXPECT_DOUBLE_EQ(own_.costs->speedup(), 0.75);
  EXPECT_DOUBLE_EQ(own_.costs->memory_ratio(), 2.5);
  EXPECT_EQ(own_.verdict, Verdict::kPass);
}

TEST_F(CostsTest, StepsThatAreSlowerThanAskedForAreNoSpeedup) {
  health::Frame frame;
  frame.compiled.code = {"/tmp/a/cabc.py"};
  own_.frames = {frame};
  judge({.speedup = 0.8});
  EXPECT_EQ(own_.verdict, Verdict::kNoSpeedup);
  EXPECT_EQ(own_.signature, "no_speedup");
  EXPECT_EQ(
      own_.sentence,
      "Steady steps are 0.75 times as fast as uncompiled ones, but the matrix requires 0.80: 40.0 "
      "ms against 30.0 ms of eager. Generated code: /tmp/a/cabc.py");
}

TEST_F(CostsTest, StepsThatAreFastEnoughPass) {
  judge({.speedup = 0.75});
  EXPECT_EQ(own_.verdict, Verdict::kPass);
}

TEST_F(CostsTest, MoreMemoryThanAllowedIsMemory) {
  judge({.memory = 2.6});
  EXPECT_EQ(own_.verdict, Verdict::kPass);
  judge({.memory = 2.4});
  EXPECT_EQ(own_.verdict, Verdict::kMemory);
  EXPECT_EQ(own_.verdict_class, "steps");
  EXPECT_THAT(own_.sentence, HasSubstr("2.50 times the memory of the uncompiled cell, but the "
                                       "matrix allows 2.40: 500 MiB against 200 MiB of eager"));
}

TEST_F(CostsTest, TheCompilersMemoryNeedsNoOtherCell) {
  eager_.cell = "another";
  own_.reports.front().compile_peak_memory_mib = 3000;
  own_.reports.push_back(report(1, {}, {}));
  judge({.compile_memory_mib = 2000});
  EXPECT_EQ(own_.verdict, Verdict::kMemory);
  EXPECT_EQ(own_.verdict_class, "compiler");
  EXPECT_EQ(own_.ranks, std::vector<int>{0});
  EXPECT_THAT(own_.sentence, HasSubstr("rank 0 compiled, memory reached 3000 MiB"));
}

TEST_F(CostsTest, ARankThatCompilesLongerThanOthersIsASkew) {
  own_.frames = {{{}, {0, 1}, {8, 2}}};
  judge({.skew_seconds = 7});
  EXPECT_EQ(own_.verdict, Verdict::kPass);
  judge({.skew_seconds = 5});
  EXPECT_EQ(own_.verdict, Verdict::kCompileSkew);
  EXPECT_EQ(own_.verdict_class, "limit");
  EXPECT_EQ(own_.ranks, std::vector<int>{0});
  EXPECT_EQ(own_.sentence,
            "Rank 0 compiled for 8.00 s, 6.00 s longer than rank 1; the matrix allows 5.00 s");
}

TEST_F(CostsTest, ARankThatCompilesNothingIsTheFastest) {
  own_.frames = {{{}, {1}, {6}}};
  judge({.skew_seconds = 5});
  EXPECT_EQ(own_.verdict, Verdict::kCompileSkew);
  EXPECT_THAT(own_.sentence, HasSubstr("longer than rank 0;"));
}

TEST_F(CostsTest, LeaveAFailureAlone) {
  own_.verdict = Verdict::kWrong;
  judge({.speedup = 2});
  EXPECT_EQ(own_.verdict, Verdict::kWrong);
  EXPECT_TRUE(own_.costs);
}

}  // namespace
}  // namespace gridlock::verdict
