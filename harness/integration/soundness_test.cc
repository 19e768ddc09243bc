#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

// Returns the number before `words`, or -1 if `words` does not occur.
long number_before(const std::string& words, const std::string& text) {
  const std::size_t end = text.find(" " + words);
  if (end == std::string::npos) return -1;
  const std::size_t begin = text.find_last_not_of("0123456789", end - 1) + 1;
  return std::atol(text.substr(begin, end - begin).c_str());
}

// Trains two healthy cells. The bench stops and delays their ranks at random.
TEST(Soundness, HealthyRanksThatAreStoppedAndDelayedAreNoDeadlock) {
  const Workspace workspace;
  GridlockRun run(workspace, {"bench", "soundness", "--select", "healthy/async_backlog", "--runs",
                              "2", "--out", "out", "--json", "runs.jsonl"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  const std::string output = run.output();
  EXPECT_THAT(output, HasSubstr("2 runs, 2 passed"));
  EXPECT_THAT(output, HasSubstr("false deadlocks: 0\nfalse desyncs: 0\n"));
  // Each run has five steps of 200 calls on each of two groups, and gridlock adds calls of its own.
  EXPECT_GT(number_before("collectives\n", output), 4000) << output;
  EXPECT_GT(number_before("evaluations in quiet windows", output), 5) << output;
  EXPECT_GT(number_before("with a blocked rank", output), 0) << output;
  EXPECT_THAT(read_text(workspace.root() / "runs.jsonl"), HasSubstr("\"false_deadlocks\":0"));
}

}  // namespace
}  // namespace gridlock::integration
