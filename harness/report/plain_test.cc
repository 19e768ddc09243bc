#include "harness/report/plain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/fake_run.h"

namespace gridlock::report {
namespace {

using testing::FakeSink;
using ::testing::HasSubstr;
using ::testing::Not;

class Plain : public ::testing::Test {
 protected:
  FakeSink sink_;
  matrix::Plan plan_ = testing::fake_plan();
  PlainReporter reporter_{sink_};
};

TEST_F(Plain, AWholeRunReadsLikeThis) {
  reporter_.on_start(plan_, testing::fake_info(), 0);
  double now = 0;
  for (const auto& record : testing::fake_records()) reporter_.on_cell_finished(record, ++now);
  reporter_.on_note("the agent took port 29501, as 29500 is in use", ++now);
  EXPECT_EQ("\n" + sink_.take(), R"(
default: 4 cells and 1 reference cell, 2 at a time, up to 8 ranks, tier fork
on 2 cores, 24 GiB, no GPU; results in runs/default
[1/5] pass              1.25 s  dense/fp32.cp1.none.replicate (reference)
[2/5] wrong             2.50 s  dense/fp32.cp4-ring.before-block.inductor.full_shard
      Relation 'compiled ≈ uncompiled' does not hold: loss at step 2: 4.634000301361084 against
      3.628000020980835, a difference of 1.01 where 9.27e-05 is allowed; compared with
      dense/fp32.cp1.none.replicate
[3/5] crash             3.75 s  dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard
      Rank 1 was killed by SIGSEGV in step 2
[4/5] skipped                   dense/fp16.cp1.before-block.inductor.full_shard  no GPU
[5/5] pass              6.25 s  dense/fp32.cp8-ring.none.full_shard
  the agent took port 29501, as 29500 is in use
)");
}

TEST_F(Plain, WhatRanksPrintStandsBelowTheirCell) {
  reporter_.on_start(plan_, testing::fake_info(), 0);
  reporter_.on_cell_started({1, 0}, 1);
  reporter_.on_cell_started({2, 0}, 1);
  sink_.take();
  reporter_.on_output({1, 0}, 0, {"a", "  b"}, 2);
  reporter_.on_output({1, 0}, 3, {"c"}, 2);
  reporter_.on_output({2, 0}, 0, {"d"}, 2);
  EXPECT_EQ("\n" + sink_.take(), R"(
output of dense/fp32.cp4-ring.before-block.inductor.full_shard
  rank 0 | a
  rank 0 |   b
  rank 3 | c
output of dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard
  rank 0 | d
)");
}

TEST_F(Plain, WarnsWhereNumbersAreComparedWithNothing) {
  reporter_.on_start(plan_, testing::fake_info(), 0);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("warning")));
  for (auto& planned : plan_.cells) planned.related = false;
  reporter_.on_start(plan_, testing::fake_info(), 0);
  EXPECT_THAT(sink_.take(),
              HasSubstr("\nwarning: no relation applies, so numbers are not compared\n"));
}

TEST_F(Plain, WarnsOfManyMoreRanksThanCores) {
  RunInfo info = testing::fake_info();
  info.cores = 2;
  plan_.cells[1].cell.values = {{"world_size", std::int64_t{16}}};
  reporter_.on_start(plan_, info, 0);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("warning")));
  plan_.cells[1].cell.values = {{"world_size", std::int64_t{32}}};
  reporter_.on_start(plan_, info, 0);
  EXPECT_THAT(sink_.take(),
              HasSubstr("\nwarning: 32 ranks share 2 cores, which makes cells slow\n"));
  plan_.cells[1].skip = "too large";
  reporter_.on_start(plan_, info, 0);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("warning")));
}

TEST_F(Plain, EndsWithTheSummary) {
  reporter_.on_start(plan_, testing::fake_info(), 0);
  sink_.take();
  reporter_.on_end(testing::fake_summary(), 9);
  EXPECT_THAT(sink_.take(), HasSubstr("FAILED: 2 of 5 cells not as expected"));
}

TEST_F(Plain, NoEscapeCodesEvenIfTheSinkWantsColor) {
  sink_.set_color(true);
  reporter_.on_start(plan_, testing::fake_info(), 0);
  for (const auto& record : testing::fake_records()) reporter_.on_cell_finished(record, 1);
  reporter_.on_end(testing::fake_summary(), 9);
  EXPECT_THAT(sink_.take(), Not(HasSubstr("\x1b")));
}

TEST_F(Plain, ASignOfLifeAfterThirtySecondsOfSilence) {
  reporter_.on_start(plan_, testing::fake_info(), 0);
  reporter_.on_cell_started({1, 0}, 1);
  reporter_.on_cell_started({2, 0}, 2);
  reporter_.on_progress({1, 0}, {{0, "done", 90}, {2, "compile", 5}, {3, "build", 1}}, 10);
  sink_.take();
  reporter_.on_tick(29.9);
  EXPECT_EQ(sink_.take(), "");
  reporter_.on_tick(30);
  EXPECT_EQ("\n" + sink_.take(), R"(
  after 30 s: 0 of 5 finished, 2 running; longest:
    dense/fp32.cp4-ring.before-block.inductor.full_shard: 29 s; rank 2 in compile for 25 s
)");
  reporter_.on_tick(59);
  EXPECT_EQ(sink_.take(), "") << "the sign of life is itself no silence";
  reporter_.on_tick(60);
  EXPECT_NE(sink_.take(), "");
}

TEST_F(Plain, AResumedRunSaysSo) {
  RunInfo info = testing::fake_info();
  info.earlier.resize(1);
  info.total = 4;
  reporter_.on_start(plan_, info, 0);
  EXPECT_THAT(sink_.take(),
              HasSubstr("resumed: kept 1 result of the earlier run, 4 left to train"));
}

}  // namespace
}  // namespace gridlock::report
