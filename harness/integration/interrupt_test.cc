#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using verdict::Verdict;

TEST(Interrupt, KeepsWhatIsFinishedAndResumesTheRest) {
  const Workspace workspace;
  std::string printed;
  {
    GridlockRun run(workspace, runs_words("waiting", {"--jobs", "1"}));
    run.wait_until("the second cell trains", [&] { return workspace.trainings().size() == 4; });
    kill(run.pid(), SIGINT);
    EXPECT_EQ(run.exit_code(), 130) << run.output();
    EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
    printed = run.output();
  }
  EXPECT_THAT(printed, AllOf(HasSubstr("INTERRUPTED: 1 of 3 cells finished"),
                             HasSubstr("--out runs/waiting/2")));
  const std::string folder = "runs/waiting/latest";
  const auto before = workspace.results(folder);
  ASSERT_EQ(before.size(), 1u);  // an interrupted cell has no result
  EXPECT_EQ(before[0].verdict, Verdict::kPass);

  workspace.tell_to_go_on();
  GridlockRun run(workspace, pasted(printed.substr(printed.find("\n  resume "))));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  const auto trainings = workspace.trainings();
  ASSERT_EQ(trainings.size(), 8u);  // two ranks each: cell 1, cell 2 twice, cell 3
  EXPECT_EQ(trainings[4].cell, trainings[2].cell);
  EXPECT_EQ(trainings[7].cell, "tiny/fp32.cpu.ws2.cp1.uncompiled.full_shard.sample3");
  EXPECT_EQ(workspace.results(folder).size(), 3u);
  for (const auto& record : workspace.results(folder)) {
    EXPECT_EQ(record.verdict, Verdict::kPass) << record.sentence;
  }
  EXPECT_THAT(run.output(), HasSubstr("OK: 3 cells as expected"));
}

}  // namespace
}  // namespace gridlock::integration
