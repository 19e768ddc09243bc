#include "harness/controller/case_packages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/process/search.h"

namespace gridlock::controller {
namespace {

using ::testing::HasSubstr;

std::string skip_of(const std::vector<std::string>& packages) {
  matrix::Plan plan;
  plan.cells.emplace_back();
  plan.packages = packages;
  skip_cells_missing_packages(plan, process::find_program("python3"));
  return plan.cells[0].skip;
}

TEST(CasePackages, CellsAreSkippedForThoseThatPythonHasNot) {
  EXPECT_THAT(skip_of({"json", "no_such_package", "neither_this"}),
              HasSubstr("the case imports no_such_package, neither_this, which "));
}

TEST(CasePackages, NothingIsSkippedWherePythonHasAll) {
  EXPECT_EQ(skip_of({"json", "importlib"}), "");
  EXPECT_EQ(skip_of({}), "");
}

TEST(CasePackages, ACellThatIsSkippedAlreadyKeepsItsReason) {
  matrix::Plan plan;
  plan.cells.emplace_back().skip = "no GPU";
  plan.packages = {"no_such_package"};
  skip_cells_missing_packages(plan, process::find_program("python3"));
  EXPECT_EQ(plan.cells[0].skip, "no GPU");
}

}  // namespace
}  // namespace gridlock::controller
