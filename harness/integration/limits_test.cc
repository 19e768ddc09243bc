// Tests runs that stop before their last cell, because they reach a limit on failures or time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using verdict::Verdict;

std::vector<Verdict> verdicts(const Workspace& workspace) {
  std::vector<Verdict> result;
  for (const auto& record : workspace.results()) result.push_back(record.verdict);
  return result;
}

TEST(Limits, ARunEndsAfterSoManyFailuresAndGoesOnFromThere) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("raises", {"--jobs", "1", "--maxfail", "2"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("STOPPED AFTER 2 FAILURES: 3 of 4 cells finished"));
  EXPECT_THAT(verdicts(workspace), ElementsAre(Verdict::kPass, Verdict::kCrash, Verdict::kCrash));

  GridlockRun rest(workspace, pasted(run.output().substr(run.output().find("\n  resume "))));
  EXPECT_EQ(rest.exit_code(), 1) << rest.output();
  EXPECT_THAT(rest.output(), HasSubstr("/repro.py\n")) << "of a failure that was kept";
  EXPECT_EQ(workspace.results().size(), 4u);
  EXPECT_EQ(workspace.trainings().size(), 8u);
}

TEST(Limits, ARunEndsAfterTheFirstFailure) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("raises", {"--jobs", "1", "-x"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("STOPPED AFTER A FAILURE: 2 of 4 cells finished"),
                                  HasSubstr("--resume --out out\n")));
  EXPECT_THAT(verdicts(workspace), ElementsAre(Verdict::kPass, Verdict::kCrash));
}

TEST(Limits, ARunEndsWhenItsTimeIsUp) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("waiting", {"--jobs", "1", "--budget", "25"}));
  EXPECT_EQ(run.exit_code(), 130) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("OUT OF TIME: 1 of 3 cells finished"),
                                  HasSubstr("--resume --out out\n")));
  EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
  EXPECT_THAT(verdicts(workspace), ElementsAre(Verdict::kPass));
}

}  // namespace
}  // namespace gridlock::integration
