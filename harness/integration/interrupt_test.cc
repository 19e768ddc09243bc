#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using verdict::Verdict;

TEST(Interrupt, KeepsWhatIsFinishedAndResumesTheRest) {
  const Workspace workspace;
  {
    GridlockRun run(workspace, run_words("waiting", {"--jobs", "1"}));
    run.wait_until("the second cell trains", [&] { return workspace.trainings().size() == 4; });
    kill(run.pid(), SIGINT);
    EXPECT_EQ(run.exit_code(), 130) << run.output();
    EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
  }
  const auto before = workspace.results();
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[0].verdict, Verdict::kPass);
  EXPECT_EQ(before[1].verdict, Verdict::kInterrupted);

  workspace.tell_to_go_on();
  GridlockRun run(workspace, run_words("waiting", {"--jobs", "1", "--resume"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  const auto trainings = workspace.trainings();
  ASSERT_EQ(trainings.size(), 8u);  // two ranks each: the first, the second twice, the third
  EXPECT_EQ(trainings[4].cell, before[1].cell);
  EXPECT_EQ(trainings[7].cell, "tiny/fp32.cpu.ws2.cp1.uncompiled.full_shard.sample3");
  for (const auto& record : workspace.results()) {
    const bool is_old = record.cell == before[1].cell && record.verdict == Verdict::kInterrupted;
    EXPECT_TRUE(is_old || record.verdict == Verdict::kPass) << record.sentence;
  }
}

}  // namespace
}  // namespace gridlock::integration
