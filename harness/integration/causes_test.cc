// Tests gridlock causes: it finds the common cause of failing cells and confirms it by training
// more cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string run_to_end(const Workspace& workspace, const Words& words, int exit_code) {
  GridlockRun run(workspace, words);
  EXPECT_EQ(run.exit_code(), exit_code) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
  return run.output();
}

Words causes_words(const Words& more) {
  Words words = {"causes", "--cases", std::string(INTEGRATION_FOLDER) + "/cases"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CausesOfARun, AFailureOfTwoAxesIsFoundWithAnExtraCell) {
  const Workspace workspace;
  // The results of the run alone suggest a simpler cause than the true one.
  EXPECT_THAT(run_to_end(workspace, runs_words("causes"), 1),
              HasSubstr("Causes\n  2 failures with one cause: layers = 2\n"));
  EXPECT_THAT(run_to_end(workspace, causes_words({"--no-run"}), 0),
              AllOf(HasSubstr("2 of 6 cells failed\n  2 failures with one cause: layers = 2\n"),
                    Not(HasSubstr("trained"))));
  EXPECT_THAT(
      run_to_end(workspace, causes_words({"causes"}), 0),
      AllOf(HasSubstr("cell 1 of at most 8: tiny/"), HasSubstr(": pass\n"),
            HasSubstr("one cause: layers = 2 & sample = 2\n"), HasSubstr(" to confirm the causes"),
            HasSubstr("gridlock minimize -n 2 runs/")));
  // gridlock keeps the results of the extra cells, so the next call uses them.
  EXPECT_THAT(run_to_end(workspace, causes_words({"causes", "--no-run"}), 0),
              HasSubstr("one cause: layers = 2 & sample = 2\n"));
  // Given a matrix file, gridlock explains the newest run of that file.
  EXPECT_THAT(
      run_to_end(
          workspace,
          causes_words({std::string(INTEGRATION_FOLDER) + "/matrices/causes.toml", "--no-run"}), 0),
      HasSubstr("one cause: layers = 2 & sample = 2\n"));
  // The extra cells are not in the run itself. It is still the newest run of all cells.
  EXPECT_EQ(workspace.results("runs/causes/latest").size(), 6u);
}

TEST(CausesOfARun, OfARunWithoutFailuresThereIsNothingToExplain) {
  const Workspace workspace;
  run_to_end(workspace, runs_words("causes", {"--select", "layers = 1 & sample = 1"}), 0);
  std::string part;
  for (const auto& entry :
       std::filesystem::directory_iterator(workspace.root() / "runs" / "causes")) {
    part = entry.path().filename();
  }
  EXPECT_EQ(run_to_end(workspace, causes_words({part}), 0), "no failures: nothing to explain\n");
  EXPECT_THAT(run_to_end(workspace, causes_words({"cases"}), 2),
              HasSubstr("no run 'cases': it is neither"));
  EXPECT_THAT(run_to_end(workspace, causes_words({"cases"}), 2),
              HasSubstr("did you mean 'causes'?"));
  EXPECT_THAT(run_to_end(workspace, causes_words({}), 2),
              HasSubstr("there is no run of all cells below runs/"));
}

}  // namespace
}  // namespace gridlock::integration
