#include "harness/run/prune.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "harness/process/fd.h"
#include "harness/run/fake_runs.h"

namespace gridlock::run {
namespace {

using ::testing::ElementsAre;

struct Prune : ::testing::Test, testing::FakeRuns {
  std::vector<std::string> fates(int keep) const {
    std::vector<std::string> result;
    for (const Pruned& pruned : choose_pruned(runs, keep)) result.push_back(pruned.kept);
    return result;
  }
};

TEST_F(Prune, KeepsSoManyRunsOfAllCellsAndSoManyParts) {
  for (const double began : {1e9, 2e9, 3e9}) add(began);
  for (const double began : {4e9, 5e9}) add(began, "cp = 4");
  EXPECT_THAT(fates(2), ElementsAre("newest", "newest", "latest", "newest", ""));
  EXPECT_THAT(fates(1), ElementsAre("newest", "", "latest", "", ""));
}

TEST_F(Prune, NeverRemovesLatestOrARunThatGoesOn) {
  const auto folder = add(1e9);
  add(2e9);
  const process::Fd other(open(folder.results().c_str(), O_RDWR));
  ASSERT_EQ(flock(other.get(), LOCK_EX), 0);
  EXPECT_THAT(fates(0), ElementsAre("latest", "in use"));
}

TEST_F(Prune, RemovesAFolderAndNothingElse) {
  add(1e9);
  add(2e9);
  remove(choose_pruned(runs, 1).back().run);
  EXPECT_THAT(fates(1), ElementsAre("latest"));
  EXPECT_TRUE(std::filesystem::exists(runs.root() / "latest" / "results.jsonl"));
}

}  // namespace
}  // namespace gridlock::run
