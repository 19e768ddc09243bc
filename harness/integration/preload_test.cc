#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

// Returns an environment in which the Python of the zygote starts `seconds` late. Python programs
// that the zygote starts are not delayed.
Environment slow_python(const Workspace& workspace, int seconds) {
  workspace.write("slow/sitecustomize.py", "import sys, time\nif not sys.orig_argv: time.sleep(" +
                                               std::to_string(seconds) + ")\n");
  return {{"PYTHONPATH", workspace.root() / "slow"}};
}

// The zygote takes 8 s to start, longer than the deadline of the matrix (6 s).
TEST(Preload, TakesNothingFromTheDeadlineOfTheFirstCell) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("hang", {"--select", "fault = raise"}),
                  slow_python(workspace, 8));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto records = workspace.results();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].verdict_class, "raised") << records[0].sentence;
  EXPECT_GT(records[0].seconds, 8) << "the preload was not slow";
}

TEST(Preload, AKilledZygoteThatWasNotReadyIsTheEnvironmentsFault) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("waiting"), slow_python(workspace, 600));
  kill(run.wait_for(Kind::kZygote).pid, SIGKILL);
  EXPECT_EQ(run.exit_code(), 3) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("the process was killed"));
  EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
