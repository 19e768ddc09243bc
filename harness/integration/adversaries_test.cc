#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Selects programs that look like a deadlock but complete, and their twins that deadlock. Leaves
// out stalls, because each stall takes its whole deadline.
constexpr const char* kSlice =
    "load = idle & helper != signal_handler & !(then in {release_main, raise_in_main}) & "
    "!(ending = never & (helper = ddp_hook | blocked_in in {fsync_loop, gil_loop, hash_loop}))";

TEST(Adversaries, AreNeverProvedADeadlockButTheirTwinsAre) {
  const Workspace workspace;
  GridlockRun run(workspace, {"bench", "soundness", "--slice", "--select", kSlice, "--jobs", "4",
                              "--out", "out", "--json", "runs.jsonl"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  EXPECT_THAT(run.output(), HasSubstr("\nfalse proofs: 0\n"));
  EXPECT_THAT(run.output(), HasSubstr("twins, deadlock                   12"));
  EXPECT_THAT(read_text(workspace.root() / "runs.jsonl"), Not(HasSubstr("\"false_proof\":true")));
}

// Runs programs of each kind of change, without gridlock.
TEST(Adversaries, ProgramsDoWithoutGridlockAsTheirTruthSays) {
  const Workspace workspace;
  const std::string changed = std::string(kSlice) + " & afterwards != nothing";
  GridlockRun run(workspace, {"bench", "soundness", "--adversaries", "--plain", "--runs", "4",
                              "--select", changed, "--jobs", "4"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  EXPECT_THAT(run.output(), HasSubstr("pass        ended                  4\n"));
  EXPECT_THAT(run.output(), HasSubstr("deadlock    running                4\n"));
}

TEST(Adversaries, ARowIsPrintedAsAProgramThatStandsAlone) {
  const Workspace workspace;
  GridlockRun run(workspace,
                  {"bench", "soundness", "--print",
                   "adversaries/fp32.cp1.uncompiled.full_shard.timer.in_pipe_read.then_set_key."
                   "others_recv.fresh.idle.or_never.healthy"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("def pipe_read(seconds):"));
  EXPECT_THAT(run.output(), HasSubstr("start_helper = timer\n"));
  EXPECT_THAT(run.output(), Not(HasSubstr("gridlock.")));
}

}  // namespace
}  // namespace gridlock::integration
