#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <optional>
#include <random>
#include <set>

#include "harness/integration/gridlock_run.h"
#include "harness/text/test_effort.h"

namespace gridlock::integration {
namespace {

using ::testing::AnyOf;
using verdict::Verdict;

// A kind of process to kill. With GRIDLOCK_TEST_ALL, the test kills `times` of them, otherwise
// fewer.
struct Victim {
  const char* name;
  std::vector<Kind> kinds;
  int times;
};

const Victim kVictims[] = {
    {"controller", {Kind::kController}, 4},
    {"agent", {Kind::kAgent}, 4},
    {"controller and agent", {Kind::kController, Kind::kAgent}, 2},
    {"zygote", {Kind::kZygote}, 3},
    {"spawner", {Kind::kSpawner}, 2},
    {"rank", {Kind::kRank}, 5},
};

std::vector<const Victim*> shuffled_victims(std::mt19937& random) {
  std::vector<const Victim*> victims;
  for (const Victim& victim : kVictims) {
    victims.insert(victims.end(), static_cast<std::size_t>(std::max(1, effort(victim.times))), &victim);
  }
  std::ranges::shuffle(victims, random);
  return victims;
}

// A run that is killed many times, and resumed whenever it has ended.
class Chain {
 public:
  // Waits until the victim exists or ranks train, then for a random time. If the victim is a
  // process below the agent, waits until ranks train. Returns false if the run ends first.
  bool reach_a_random_moment(const Victim& victim, std::mt19937& random) {
    if (!run_ || !run_->is_running()) resume();
    const bool early = std::bernoulli_distribution(0.5)(random);
    const Kind awaited =
        early && victim.kinds.back() <= Kind::kAgent ? victim.kinds.back() : Kind::kRank;
    run_->wait_until("the victim was there",
                     [&] { return !run_->is_running() || !run_->processes(awaited).empty(); });
    constexpr int kCellTakesMs = 800;  // roughly; any value works
    const int moment = std::uniform_int_distribution(0, kCellTakesMs)(random);
    came_true([&] { return !run_->is_running(); }, moment / 1000.0);
    return run_->is_running();
  }

  void kill(const Victim& victim) {
    const auto finished = finished_cells();
    const auto all = run_->processes();
    for (const Kind kind : victim.kinds) {
      const auto candidates = of_kind(kind, all);
      if (!candidates.empty()) ::kill(candidates.back().pid, SIGKILL);
    }
    if (victim.kinds[0] == Kind::kController) {
      EXPECT_TRUE(run_->nothing_is_left(kGoneAfterKillSeconds)) << describe(run_->processes());
    }
    const auto after = finished_cells();
    EXPECT_TRUE(std::ranges::includes(after, finished)) << "a result is lost";
  }

  // Resumes the run if necessary and lets it finish.
  void complete() {
    if (!run_->is_running()) resume();
    EXPECT_THAT(run_->exit_code(), AnyOf(0, 1)) << run_->output();
    EXPECT_TRUE(run_->nothing_is_left(kGoneSeconds)) << describe(run_->processes());
  }

  // Checks that no run has trained a cell that had finished before.
  void expect_nothing_trained_again() const {
    const auto trainings = workspace_.trainings();
    for (std::size_t i = 0; i < trainings.size(); ++i) {
      const auto finished = std::prev(finished_before_.upper_bound(i));
      EXPECT_FALSE(finished->second.contains(trainings[i].cell)) << trainings[i].cell;
    }
  }

  const Workspace& workspace() const { return workspace_; }

 private:
  std::set<std::string> finished_cells() const {
    std::set<std::string> cells;
    for (const auto& record : workspace_.results()) cells.insert(record.cell);
    return cells;
  }

  void resume() {
    const bool has_results = exists(workspace_.root() / "out/results.jsonl");
    finished_before_[workspace_.trainings().size()] = finished_cells();
    run_.emplace(workspace_, run_words("samples", has_results ? Words{"--resume"} : Words{}));
  }

  Workspace workspace_;
  std::optional<GridlockRun> run_;
  // The cells that had finished before each start. Keys are the numbers of training runs until
  // then.
  std::map<std::size_t, std::set<std::string>> finished_before_;
};

void expect_complete(const Workspace& workspace, std::size_t cells) {
  const auto records = workspace.results();
  EXPECT_EQ(records.size(), cells);
  for (const auto& record : records) {
    SCOPED_TRACE(record.cell + ": " + record.sentence);
    EXPECT_THAT(record.verdict, AnyOf(Verdict::kPass, Verdict::kCrash));
    // The test plants no crash, so a crash must be the effect of a kill.
    if (record.verdict == Verdict::kCrash) {
      EXPECT_THAT(record.verdict_class, AnyOf("killed", "lost"));
    }
  }
}

TEST(Kill, AtRandomMomentsLosesNoResultAndLeavesNoProcess) {
  constexpr std::size_t kCells = 20;  // the cells of matrices/samples.toml
  std::mt19937 random(1);
  std::optional<Chain> chain(std::in_place);
  int kills = 0;
  const auto complete = [&] {
    chain->complete();
    chain->expect_nothing_trained_again();
    expect_complete(chain->workspace(), kCells);
  };
  for (const Victim* victim : shuffled_victims(random)) {
    SCOPED_TRACE("kill " + std::to_string(++kills) + ": " + victim->name);
    while (!chain->reach_a_random_moment(*victim, random)) {
      complete();
      chain.emplace();
    }
    chain->kill(*victim);
  }
  complete();
}

// Processes that ranks have started, including daemons, must also end within the limit.
TEST(Kill, DaemonsDieWithTheAgentAndWithTheController) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("hang", {"--jobs", "1", "--select", "fault = hang"}));
  const auto daemons_are_there = [&] { return run.processes(Kind::kOther).size() >= 4; };
  run.wait_until("daemons were there", daemons_are_there);
  const auto earlier = run.processes();
  const auto earlier_are_gone = [&] {
    const auto now = run.processes();
    return std::ranges::none_of(earlier, [&](const Process& process) {
      return process.pid != run.pid() && std::ranges::count(now, process.pid, &Process::pid) > 0;
    });
  };
  kill(run.processes(Kind::kAgent).at(0).pid, SIGKILL);
  EXPECT_TRUE(came_true(earlier_are_gone, kGoneAfterKillSeconds))
      << describe(earlier) << describe(run.processes());
  run.wait_until("daemons were there again", daemons_are_there);
  kill(run.pid(), SIGKILL);
  EXPECT_TRUE(run.nothing_is_left(kGoneAfterKillSeconds)) << describe(run.processes());
}

TEST(Kill, ARankThatIsStoppedIsNamedAndHoldsUpNoOtherCell) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("waiting", {"--jobs", "1", "--deadline", "6"}));
  run.wait_until("the second cell trains", [&] { return workspace.trainings().size() == 4; });
  const Training stopped = workspace.trainings().back();
  ASSERT_EQ(kill(stopped.pid, SIGSTOP), 0);
  workspace.tell_to_go_on();
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
  const auto records = workspace.results();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[1].verdict, Verdict::kStall) << records[1].sentence;
  EXPECT_THAT(records[1].ranks, ::testing::ElementsAre(stopped.rank));
  EXPECT_THAT(records[1].sentence, ::testing::HasSubstr("stopped by a signal"));
  EXPECT_EQ(records[2].verdict, Verdict::kPass);
}

}  // namespace
}  // namespace gridlock::integration
