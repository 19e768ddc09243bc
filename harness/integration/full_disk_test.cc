#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Limits the length of the files that the process may write. Does not limit processes that it has
// already started.
void limit_file_size(pid_t pid, rlim_t bytes) {
  const rlimit limit{bytes, bytes};
  ASSERT_EQ(prlimit(pid, RLIMIT_FSIZE, &limit, nullptr), 0);
}

TEST(FullDisk, EndsTheRunAtOnceAndLosesNoResult) {
  const Workspace workspace;
  {
    GridlockRun run(workspace, run_words("waiting", {"--jobs", "1"}));
    run.wait_until("the second cell trains", [&] { return workspace.trainings().size() == 4; });
    const auto size = file_size(workspace.root() / "out" / "results.jsonl");
    limit_file_size(run.pid(), size + 100);  // the next line reaches the limit
    workspace.tell_to_go_on();
    EXPECT_EQ(run.exit_code(), 3) << run.output();
    EXPECT_THAT(run.output(), AllOf(HasSubstr("results.jsonl"), HasSubstr("File too large")));
    EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
    EXPECT_EQ(file_size(workspace.root() / "out" / "results.jsonl"), size);
  }
  EXPECT_EQ(workspace.results().size(), 1u);
  GridlockRun run(workspace, run_words("waiting", {"--jobs", "1", "--resume"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_EQ(workspace.results().size(), 3u);
}

struct Place {
  const char* name;
  Words words;
  const char* said;
};

// gridlock must report paths that it cannot write before it starts any process. The Python of this
// test cannot be started, so the test would notice a start.
TEST(FullDisk, WhatCannotBeWrittenIsSaidBeforeAnythingIsTrained) {
  const Workspace workspace;
  workspace.write("blocker", "");
  const Place places[] = {
      {"below a file", {"--out", "blocker/out"}, "blocker"},
      {"below a folder that takes no files", {"--out", "/proc/out"}, "/proc/out"},
      {"JSON below a file", {"--out", "out1", "--json", "blocker/all.jsonl"}, "blocker"},
      {"JUnit below a file", {"--out", "out2", "--junit", "blocker/junit.xml"}, "blocker"},
  };
  for (const Place& place : places) {
    SCOPED_TRACE(place.name);
    GridlockRun run(workspace, run_words("waiting", place.words),
                    {{"GRIDLOCK_PYTHON", "/no/python"}});
    EXPECT_EQ(run.exit_code(), 2) << run.output();
    EXPECT_THAT(run.output(), HasSubstr(place.said));
    EXPECT_THAT(run.output(), Not(HasSubstr("/no/python")));
  }
}

}  // namespace
}  // namespace gridlock::integration
