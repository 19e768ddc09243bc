#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <sstream>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

bool has_mpirun() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/mpirun").c_str(), X_OK) == 0) return true;
  }
  return false;
}

// Starts a run with two agents and waits until the ranks of the waiting cell train.
class Mpirun : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_mpirun()) GTEST_SKIP() << "mpirun is not installed";
    run.emplace(workspace,
                run_words("waiting", {"--jobs", "1", "--launcher", "mpirun", "--agents", "2"}));
    run->wait_until("the second cell trains", [&] { return workspace.trainings().size() == 4; });
  }
  Workspace workspace;
  std::optional<GridlockRun> run;
};

// Returns the pid of the agent above `process`, or -1 if there is none.
pid_t agent_above(const Process& process, const std::vector<Process>& all) {
  for (const Process& above : all) {
    if (above.pid != process.parent) continue;
    return above.kind == Kind::kAgent ? above.pid : agent_above(above, all);
  }
  return -1;
}

std::vector<std::vector<double>> losses(const Workspace& workspace) {
  std::vector<std::vector<double>> result;
  for (const auto& record : workspace.results()) {
    EXPECT_EQ(record.verdict, verdict::Verdict::kPass) << record.sentence;
    for (const auto& report : record.reports) result.push_back(report.losses);
  }
  return result;
}

TEST_F(Mpirun, TwoAgentsWithHalfOfTheRanksEachGiveTheBitsOfOne) {
  const auto processes = run->processes();
  EXPECT_EQ(of_kind(Kind::kAgent, processes).size(), 2u) << describe(processes);
  const auto ranks = of_kind(Kind::kRank, processes);
  ASSERT_EQ(ranks.size(), 2u) << describe(processes);
  EXPECT_NE(agent_above(ranks[0], processes), agent_above(ranks[1], processes))
      << describe(processes);
  workspace.tell_to_go_on();
  EXPECT_EQ(run->exit_code(), 0) << run->output();
  EXPECT_TRUE(run->nothing_is_left(2)) << describe(run->processes());

  const Workspace local;
  local.tell_to_go_on();
  GridlockRun local_run(local, run_words("waiting", {"--jobs", "1"}));
  EXPECT_EQ(local_run.exit_code(), 0) << local_run.output();
  EXPECT_EQ(losses(workspace).size(), 6u);
  EXPECT_EQ(losses(workspace), losses(local));
}

TEST_F(Mpirun, NothingOutlivesAKilledController) {
  kill(run->pid(), SIGKILL);
  EXPECT_TRUE(run->nothing_is_left(2)) << describe(run->processes());
  EXPECT_EQ(workspace.results().size(), 1u);
}

TEST_F(Mpirun, AKilledAgentIsReplacedWithAllOthers) {
  kill(run->processes(Kind::kAgent).back().pid, SIGKILL);
  workspace.tell_to_go_on();
  EXPECT_EQ(run->exit_code(), 0) << run->output();
  EXPECT_TRUE(run->nothing_is_left(2)) << describe(run->processes());
  EXPECT_EQ(losses(workspace).size(), 6u);
}

}  // namespace
}  // namespace gridlock::integration
