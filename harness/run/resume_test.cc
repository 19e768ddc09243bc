#include "harness/run/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/fake_runs.h"
#include "matrix/diagnostic.h"

namespace gridlock::run {
namespace {

using ::testing::AllOf;
using testing::fake_identity;
using ::testing::HasSubstr;

matrix::Plan plan_of(const std::string& cell) {
  matrix::Plan plan;
  plan.matrix_name = "small";
  plan.cells.emplace_back().cell.id = cell;
  return plan;
}

struct Resume : ::testing::Test, testing::FakeRuns {
  // Returns the reason why a run of dense/fp32 cannot be continued as `asked`, or "" if it can.
  std::string refused(const Identity& asked, const std::string& cell = "dense/fp32") const {
    try {
      check_resumable(folder, plan_of(cell), asked);
      return "";
    } catch (const matrix::InputError& error) {
      return error.what();
    }
  }

  controller::RunFolder folder = add(1e9);
  Identity asked = fake_identity(2e9);
};

TEST_F(Resume, GoesOnWithTheSameRun) {
  EXPECT_EQ(refused(asked), "");
}

TEST_F(Resume, GoesOnWithAMatrixThatWasEdited) {
  EXPECT_EQ(refused(asked, "dense/bf16"), "");
}

TEST_F(Resume, IsRefusedToAnotherMatrix) {
  asked.matrix = "large";
  asked.file = "/matrices/large.toml";
  EXPECT_THAT(refused(asked),
              HasSubstr("holds a run of matrix small (/matrices/small.toml), not of large "
                        "(/matrices/large.toml). Resume it with"));
}

TEST_F(Resume, IsRefusedToOtherCells) {
  asked.select = "cp = 4";
  EXPECT_THAT(refused(asked), HasSubstr("of all cells, not of --select 'cp = 4'"));
  asked.select = "";
  asked.failures_of = "2026-11-22T23-45-10";
  EXPECT_THAT(refused(asked), HasSubstr("not of the failures of 2026-11-22T23-45-10"));
}

TEST_F(Resume, IsRefusedToOtherTrainings) {
  asked.strength = "3";
  asked.seed = 1;
  asked.steps = 5;
  EXPECT_THAT(refused(asked),
              AllOf(HasSubstr("of the strength of the matrix, not of --strength 3; "),
                    HasSubstr("of seed 0, not of seed 1; "), HasSubstr("of 3 steps, not of 5")));
}

TEST_F(Resume, GoesOnWithAMatrixThatWasMovedAndIsRefusedToItsNamesake) {
  asked.file = "/elsewhere/small.toml";
  EXPECT_EQ(refused(asked), "");
  EXPECT_THAT(refused(asked, "dense/bf16"),
              HasSubstr("of /matrices/small.toml, not of /elsewhere/small.toml, which has no "
                        "cell for 1 of the 1 results"));
}

TEST_F(Resume, OfACaseThatWasEditedIsRefused) {
  Identity held = fake_identity(1e9);
  held.code = {"case.py 1", "case.toml 1"};
  write_identity(folder, held);
  asked.code = held.code;
  check_unedited(folder, asked);
  asked.code = {"case.py 2", "case.toml 1"};
  try {
    check_unedited(folder, asked);
    FAIL();
  } catch (const matrix::InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("case.py of the case was edited since "),
                      HasSubstr("Its 1 result would be mixed with"), HasSubstr("--despite-edits")));
  }
  // Without recorded hashes, an edit is not detected.
  write_identity(folder, fake_identity(1e9));
  check_unedited(folder, asked);
}

TEST_F(Resume, OfWhatNobodyKnowsIsRefusedUnlessItsCellsArePlanned) {
  std::filesystem::remove(folder.identity());
  EXPECT_EQ(refused(asked), "");
  EXPECT_THAT(refused(asked, "dense/bf16"), HasSubstr("holds a run of an unknown matrix"));
}

}  // namespace
}  // namespace gridlock::run
