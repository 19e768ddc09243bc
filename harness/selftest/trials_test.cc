#include "harness/selftest/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/verdict/verdict.h"

namespace gridlock::selftest {
namespace {

using testing::HasSubstr;

std::vector<matrix::Trial> shipped() {
  const std::filesystem::path cases = std::filesystem::path(GRIDLOCK_ROOT) / "cases";
  std::vector<matrix::Trial> trials;
  for (const std::string& name : matrix::case_names({cases})) {
    if (name.find('/') == name.npos) continue;
    trials.push_back(matrix::load_trial(name, {cases}, verdict::names()));
  }
  return trials;
}

TEST(ShippedTrials, AreAtLeastTwentyTwoFaultsAndEightAdversaries) {
  int faults = 0, healthy = 0;
  for (const matrix::Trial& trial : shipped()) ++(trial.expected.empty() ? healthy : faults);
  EXPECT_GE(faults, 22);
  EXPECT_GE(healthy, 8);
}

TEST(ShippedTrials, ShowTheirFaultInSomeCellAndHaveShortDeadlines) {
  for (const matrix::Trial& trial : shipped()) {
    SCOPED_TRACE(trial.matrix.name);
    EXPECT_LE(trial.matrix.recipe.deadline_seconds,
              trial.matrix.name.starts_with("wrong/") ? 120 : 60);
    const matrix::Plan plan = plan_trial(trial, {});
    ASSERT_FALSE(plan.cells.empty());
    int shown = 0;
    for (const auto& planned : plan.cells) {
      const matrix::Outcome outcome = expected(trial, planned.cell, "gloo");
      shown += outcome.fault_shows();
      for (const int rank : outcome.ranks.value_or(std::vector<int>{})) {
        EXPECT_LT(rank, std::get<std::int64_t>(*planned.cell.find("world_size")))
            << planned.cell.id;
      }
    }
    EXPECT_EQ(shown > 0, !trial.expected.empty());
    const matrix::Plan quick = plan_trial(trial, {.quick = true});
    ASSERT_FALSE(quick.cells.empty());
    EXPECT_EQ(expected(trial, quick.cells.back().cell, "gloo").fault_shows(), shown > 0);
  }
}

TEST(ShippedTrials, HaveARankForEachGpu) {
  for (const int gpus : {1, 2, 4}) {
    TrialSettings settings;
    settings.machine.gpus = gpus;
    std::size_t planned_trials = 0;
    for (const matrix::Trial& trial : shipped()) {
      SCOPED_TRACE(trial.matrix.name);
      const matrix::Plan plan = plan_trial(trial, settings);
      for (const auto& planned : plan.cells) {
        if (!planned.skip.empty()) continue;
        const auto size = std::get<std::int64_t>(*planned.cell.find("world_size"));
        EXPECT_LE(size, gpus) << planned.cell.id;
        const matrix::Outcome outcome = expected(trial, planned.cell, "nccl");
        for (const int rank : outcome.ranks.value_or(std::vector<int>{})) EXPECT_LT(rank, size);
      }
      planned_trials += plan.cells.empty() ? 0 : 1;
    }
    EXPECT_GT(planned_trials, 30U) << gpus;
  }
}

TEST(ShippedTrials, AreSelectedByNameAndByCell) {
  for (const matrix::Trial& trial : shipped()) {
    if (trial.matrix.name != "faults/missing_rank") continue;
    const std::size_t all = plan_trial(trial, {}).cells.size();
    EXPECT_EQ(plan_trial(trial, {.select = "faults/missing*"}).cells.size(), all);
    EXPECT_EQ(plan_trial(trial, {.select = "faults/extra*"}).cells.size(), 0U);
    EXPECT_LT(plan_trial(trial, {.select = "*inductor*"}).cells.size(), all);
    EXPECT_EQ(plan_trial(trial, {.quick = true}).cells.size(), 1U);
  }
}

TEST(Selftest, AMistypedNameHasTheNearestOneInItsRefusal) {
  const auto trials = load_trials({}, {"faults/"});
  EXPECT_THAT(no_trial(trials, "faults/mising_rank"),
              HasSubstr("(did you mean 'faults/missing_rank'?)"));
  EXPECT_THAT(no_trial(trials, "missing_rank"), HasSubstr("(did you mean 'faults/missing_rank'?)"));
  EXPECT_THAT(no_trial(trials, "zzz"), HasSubstr("write a name, as in"));
}

}  // namespace
}  // namespace gridlock::selftest
