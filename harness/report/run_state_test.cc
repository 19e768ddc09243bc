#include "harness/report/run_state.h"

#include <gtest/gtest.h>

#include "harness/report/fake_run.h"

namespace gridlock::report {
namespace {

using testing::Verdict;

TEST(RunState, TimeLeftIsUnknownUntilACellHasFinished) {
  const matrix::Plan plan = testing::fake_plan();
  RunState state;
  state.start(plan, testing::fake_info());
  EXPECT_FALSE(state.seconds_left(1));
  state.cell_started({0, 0}, 1);
  EXPECT_FALSE(state.seconds_left(2));
  state.cell_finished(testing::fake_record(0, Verdict::kSkipped));
  EXPECT_FALSE(state.seconds_left(3)) << "a cell that never ran says nothing about time";
}

TEST(RunState, TimeLeftIsTheMedianOfWhatFinishedForWhatIsRunningAndQueued) {
  const matrix::Plan plan = testing::fake_plan();
  RunState state;
  state.start(plan, testing::fake_info());
  auto record = testing::fake_record(0);
  record.seconds = 10;
  state.cell_finished(record);
  EXPECT_DOUBLE_EQ(*state.seconds_left(10), 4 * 10 / 2.0);
  state.cell_started({1, 0}, 10);
  EXPECT_DOUBLE_EQ(*state.seconds_left(14), (3 * 10 + 6) / 2.0);
  EXPECT_DOUBLE_EQ(*state.seconds_left(100), 3 * 10 / 2.0) << "late, but not negative";
}

TEST(RunState, CompiledCellsAreExpectedToTakeAsLongAsCompiledCells) {
  matrix::Plan plan = testing::fake_plan();
  plan.cells.resize(3);
  plan.cells[2].cell.values = {{"backend", "inductor"}};
  RunInfo info = testing::fake_info();
  info.total = 4;
  info.jobs = 1;
  RunState state;
  state.start(plan, info);
  auto eager = testing::fake_record(0);
  eager.seconds = 1;
  state.cell_finished(eager);
  auto compiled = testing::fake_record(1);
  compiled.seconds = 30;
  compiled.axes = plan.cells[2].cell.values;
  state.cell_finished(compiled);
  EXPECT_DOUBLE_EQ(*state.seconds_left(31), 2 * 30);
}

TEST(RunState, RepetitionsOfACellRunSideBySide) {
  const matrix::Plan plan = testing::fake_plan();
  RunState state;
  state.start(plan, testing::fake_info());
  state.cell_started({0, 0}, 0);
  state.cell_started({0, 1}, 0);
  auto second = testing::fake_record(0);
  second.repetition = 1;
  state.cell_finished(second);
  EXPECT_EQ(state.running().size(), 1u);
  EXPECT_EQ(state.running().begin()->first.repetition, 0);
}

TEST(RunState, ProgressOfACellThatIsNotRunningIsIgnored) {
  const matrix::Plan plan = testing::fake_plan();
  RunState state;
  state.start(plan, testing::fake_info());
  state.progress({0, 0}, {{0, "build", 1}}, 1);
  EXPECT_TRUE(state.running().empty());
}

}  // namespace
}  // namespace gridlock::report
