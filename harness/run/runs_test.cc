#include "harness/run/runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/process/files.h"
#include "harness/run/fake_runs.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::fake_identity;
using ::testing::IsEmpty;

constexpr double kBegan = 1795391110;  // 2026-11-22T23:45:10 UTC

struct RunsTest : ::testing::Test, testing::FakeRuns {
  RunsTest() {
    setenv("TZ", "UTC", 1);
    tzset();
  }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const KeptRun& run : runs.all()) result.push_back(run.name());
    return result;
  }
};

TEST_F(RunsTest, AreNamedForWhenTheyBeginAndNeverShareAFolder) {
  EXPECT_EQ(add(kBegan).root(), runs.root() / "2026-11-22T23-45-10");
  EXPECT_EQ(add(kBegan).root(), runs.root() / "2026-11-22T23-45-10-2");
  EXPECT_EQ(add(kBegan).root(), runs.root() / "2026-11-22T23-45-10-3");
  EXPECT_EQ(add(kBegan, "cp = 4").root(), runs.root() / "2026-11-22T23-45-10-part");
  EXPECT_EQ(add(kBegan, "cp = 4").root(), runs.root() / "2026-11-22T23-45-10-part-2");
}

TEST_F(RunsTest, LatestIsTheNewestOfAllCells) {
  add(kBegan);
  EXPECT_EQ(fs::read_symlink(runs.root() / "latest"), "2026-11-22T23-45-10");
  add(kBegan + 60, "cp = 4");
  EXPECT_EQ(runs.latest(), "2026-11-22T23-45-10");
  add(kBegan + 120);
  EXPECT_EQ(runs.latest(), "2026-11-22T23-47-10");
  fs::remove_all(runs.root() / "2026-11-22T23-47-10");
  runs.update_latest();
  EXPECT_EQ(runs.latest(), "2026-11-22T23-45-10");
  fs::remove_all(runs.root() / "2026-11-22T23-45-10");
  runs.update_latest();
  EXPECT_EQ(runs.latest(), "");
}

TEST_F(RunsTest, AreListedNewestFirstWithoutFoldersOfOtherNames) {
  add(kBegan + 60);
  add(kBegan);
  add(kBegan + 90, "cp = 4");
  fs::copy(runs.root() / "2026-11-22T23-45-10", runs.root() / "mine");
  fs::create_directory(runs.root() / "2026-11-22T23-59-59");  // a run killed at its start
  EXPECT_THAT(names(), ElementsAre("2026-11-22T23-46-40-part", "2026-11-22T23-46-10",
                                   "2026-11-22T23-45-10"));
  EXPECT_EQ(runs.newest(&Identity::is_whole)->name(), "2026-11-22T23-46-10");
  EXPECT_THAT(Runs("other", above.path()).all(), IsEmpty());
}

// At the end of daylight saving time, an hour of local time occurs twice. Names then do not show
// the order.
TEST_F(RunsTest, TheNewestIsNotFoundByItsName) {
  setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  tzset();
  constexpr double kTwentyMinutesBefore = 1793512800 - 1200;
  add(kTwentyMinutesBefore + 1800);
  add(kTwentyMinutesBefore);
  EXPECT_THAT(names(), ElementsAre("2026-11-01T01-10-00", "2026-11-01T01-40-00"));
}

TEST_F(RunsTest, AreFoundAroundAFolderThatIsOneOfThem) {
  const auto folder = add(kBegan);
  EXPECT_EQ(runs_around(folder)->root(), runs.root());
  EXPECT_FALSE(runs_around(controller::RunFolder(above.path() / "mine")));
}

TEST_F(RunsTest, WhatARunIsOfIsReadAsItWasWritten) {
  Identity identity = fake_identity(kBegan, "cp = 4");
  identity.failures_of = "2026-11-22T23-45-10";
  identity.strength = "3";
  identity.seed = 7;
  identity.case_folders = {"/cases"};
  const auto folder = runs.create(identity);
  EXPECT_FALSE(read_identity(folder));
  write_identity(folder, identity);
  const Identity read = *read_identity(folder);
  EXPECT_THAT(differences(read, identity), IsEmpty());
  EXPECT_EQ(read.file, identity.file);
  EXPECT_EQ(read.case_folders, identity.case_folders);
  EXPECT_EQ(read.began, identity.began);
  process::write_text(folder.identity(), "{");
  EXPECT_FALSE(read_identity(folder));
}

}  // namespace
}  // namespace gridlock::run
