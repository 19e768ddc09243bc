#include "harness/controller/compile_times.h"

#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

verdict::CellRecord ring(std::int64_t cp, double compile_seconds) {
  verdict::CellRecord record;
  record.case_name = "ring";
  record.axes = {{"world_size", cp}, {"cp", cp}};
  record.verdict = verdict::Verdict::kPass;
  verdict::RankReport report;
  report.seconds = {{"compile", compile_seconds}};
  report.finished = true;
  record.reports.push_back(report);
  return record;
}

TEST(CompileTimes, FarAboveTheLineOfSmallerSiblingsIsABlowup) {
  const auto blowup = find_blowup(ring(16, 0), {ring(4, 1), ring(8, 2)}, 60);
  ASSERT_TRUE(blowup);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_FALSE(find_blowup(ring(16, 0), {ring(4, 1), ring(8, 2)}, 6)->past_bound);
  EXPECT_FALSE(find_blowup(ring(16, 0), {ring(4, 1), ring(8, 2)}, 60, 20)->past_bound);
}

TEST(CompileTimes, ACompileThatDidNotEndPredictsNothing) {
  verdict::CellRecord crashed = ring(8, 2);
  crashed.reports.front().finished = false;
  EXPECT_FALSE(find_blowup(ring(16, 0), {crashed}, 60));
}

TEST(CompileTimes, WhereASmallerSiblingBlewUpThisOneDoesToo) {
  verdict::CellRecord blown_up = ring(16, 0);
  blown_up.verdict = verdict::Verdict::kCompileBlowup;
  const auto blowup = find_blowup(ring(32, 0), {ring(4, 10), ring(8, 20), blown_up}, 60);
  ASSERT_TRUE(blowup);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_NE(diagnosis::describe(*blowup).find("cp 16 was already too slow"), std::string::npos);
  const auto larger = find_blowup(ring(12, 0), {ring(4, 10), ring(8, 20), blown_up}, 60);
  EXPECT_FALSE(larger->past_bound);
}

TEST(CompileTimes, TwoSizesThatCompileWithinSecondsAreCompared) {
  verdict::CellRecord blown_up = ring(16, 0);
  blown_up.axes[0].second = std::int64_t{32};  // world_size
  verdict::CellRecord small = ring(4, 0.5), smaller = ring(2, 0.45);
  small.axes[0].second = std::int64_t{8};
  smaller.axes[0].second = std::int64_t{4};
  blown_up.seconds = 60;
  const auto cell = growing_cell(blown_up, {smaller, small, blown_up});
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->axes, (std::map<std::string, int>{{"cp", 1}, {"world_size", 2}}));
  EXPECT_EQ(cell->small, 4);
  EXPECT_EQ(cell->large, 12);  // 0.5 s * (60 / 0.5) ^ (8 / 12)
  EXPECT_FALSE(growing_cell(blown_up, {blown_up}));
  // cp 5 is directly above 4, the largest cp that passes, so there is no size in between.
  blown_up.axes[1].second = std::int64_t{5};
  EXPECT_EQ(growing_cell(blown_up, {small})->large, 5);
}

}  // namespace
}  // namespace gridlock::controller
