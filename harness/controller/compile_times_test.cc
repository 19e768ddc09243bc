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
  record.reports.push_back(report);
  return record;
}

TEST(CompileTimes, FarAboveTheLineOfSmallerSiblingsIsABlowup) {
  const auto blowup = find_blowup(ring(16, 0), {ring(4, 1), ring(8, 2)}, 60);
  ASSERT_TRUE(blowup);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_FALSE(find_blowup(ring(16, 0), {ring(4, 1), ring(8, 2)}, 6)->past_bound);
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

}  // namespace
}  // namespace gridlock::controller
