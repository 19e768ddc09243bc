#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <set>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using verdict::Verdict;

using Bits = std::map<std::string, std::vector<std::vector<double>>>;

// Returns the losses and gradient norms of all ranks of all cells.
Bits bits_of(const std::vector<verdict::CellRecord>& records) {
  Bits bits;
  for (const verdict::CellRecord& record : records) {
    for (const verdict::RankReport& report : record.reports) {
      bits[record.cell].push_back(report.losses);
      bits[record.cell].push_back(report.grad_norms);
    }
  }
  return bits;
}

std::map<std::string, std::set<pid_t>> ranks_by_cell(const std::vector<Training>& trainings) {
  std::map<std::string, std::set<pid_t>> result;
  for (const Training& training : trainings) result[training.cell].insert(training.pid);
  return result;
}

std::vector<verdict::CellRecord> healthy_cells(const std::string& tier) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("tiers", {"--tier", tier, "--select", "sample = 1"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  return workspace.results();
}

TEST(Tiers, HealthyCellsPassWithTheSameBitsInEachTier) {
  const auto forked = healthy_cells("fork");
  ASSERT_EQ(forked.size(), 2u);
  for (const verdict::CellRecord& record : forked) {
    EXPECT_EQ(record.verdict, Verdict::kPass) << record.sentence;
    EXPECT_EQ(record.reports.size(), 2u);
    EXPECT_EQ(record.reports[0].losses.size(), 2u);
  }
  EXPECT_EQ(bits_of(forked), bits_of(healthy_cells("cold")));
  EXPECT_EQ(bits_of(forked), bits_of(healthy_cells("warm")));
}

TEST(Tiers, WarmRanksAreKeptUntilACellFails) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("tiers", {"--tier", "warm", "--jobs", "1"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  const auto ranks = ranks_by_cell(workspace.trainings());
  ASSERT_EQ(ranks.size(), 4u);
  const std::string prefix = "tiny/fp32.cpu.ws2.cp1.";
  const auto& eager = ranks.at(prefix + "uncompiled.full_shard");
  EXPECT_EQ(eager.size(), 2u);
  EXPECT_EQ(ranks.at(prefix + "before-block.eager.full_shard"), eager);
  EXPECT_EQ(ranks.at(prefix + "uncompiled.full_shard.sample2.raise_on_rank_1"), eager);
  for (const pid_t replaced : ranks.at(prefix + "uncompiled.full_shard.sample3")) {
    EXPECT_FALSE(eager.contains(replaced));
  }
}

// There are two teams of ranks. While one team trains the waiting cell, the test kills a rank of
// the idle team. When the waiting cell continues, each team has a cell to train.
TEST(Tiers, WarmRanksThatEndWhileIdleAreReplaced) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("idle", {"--tier", "warm", "--jobs", "2"}));
  run.wait_until("the first cell has ended", [&] { return workspace.results().size() == 1; });
  const auto idle = ranks_by_cell(workspace.trainings()).at(workspace.results()[0].cell);
  const auto idle_are_gone = [&] {
    const auto ranks = run.processes(Kind::kRank);
    return std::ranges::none_of(ranks, [&](const Process& p) { return idle.contains(p.pid); });
  };
  ASSERT_EQ(run.processes(Kind::kRank).size(), 4u) << describe(run.processes());
  kill(*idle.begin(), SIGKILL);
  EXPECT_TRUE(came_true(idle_are_gone, 10)) << "one was killed, the other stayed";
  workspace.tell_to_go_on();
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

TEST(Tiers, CellsRunSideBySide) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("meet", {"--jobs", "2", "--tier", "warm"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
