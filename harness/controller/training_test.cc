#include "harness/controller/training.h"

#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

matrix::Plan plan_of_two() {
  matrix::Plan plan;
  matrix::PlannedCell reference;
  reference.cell.id = "dense/reference";
  reference.relations = {{"same cell, same bits", "dense/reference", true}};
  matrix::PlannedCell cell;
  cell.cell.id = "dense/cell";
  cell.relations = {{"compiled ≈ uncompiled", "dense/reference", false}};
  plan.cells = {reference, cell};
  return plan;
}

TEST(Trainings, ACellThatMustAgreeWithItselfIsTrainedTwice) {
  EXPECT_EQ(all_trainings(plan_of_two(), 1), (std::vector<Training>{{0, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(all_trainings(plan_of_two(), 3).size(), 6u);
}

TEST(Trainings, ASkippedCellIsRecordedOnce) {
  matrix::Plan plan = plan_of_two();
  plan.cells[0].skip = "no GPU";
  EXPECT_EQ(all_trainings(plan, 5).size(), 6u);
}

TEST(Trainings, APartnerComesFirst) {
  const matrix::Plan plan = plan_of_two();
  EXPECT_TRUE(is_ready({0, 0}, plan, {}));
  EXPECT_FALSE(is_ready({0, 1}, plan, {}));
  EXPECT_FALSE(is_ready({1, 0}, plan, {}));
  EXPECT_TRUE(is_ready({1, 0}, plan, {{"dense/reference", 0}}));
}

TEST(Trainings, APartnerThatIsNotPlannedHoldsNobodyUp) {
  matrix::Plan plan = plan_of_two();
  plan.cells[1].relations[0].partner = "dense/elsewhere";
  EXPECT_TRUE(is_ready({1, 0}, plan, {}));
}

}  // namespace
}  // namespace gridlock::controller
