// Tests scripts on real ranks, and the records that run_script() returns.
#include "harness/run/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/exec/interpreter.h"
#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::run {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;
using verdict::Verdict;

const volatile std::sig_atomic_t kGoOn = 0;
volatile std::sig_atomic_t noted = 0;

void note_signal(int signal) {
  noted = signal;
}

struct Script : ::testing::Test {
  ScriptResult run(int ranks, const std::vector<std::string>& command) {
    exec::ExecOptions options;
    options.ranks = ranks;
    options.command = command;
    options.python = RUN_PYTHON;
    options.evidence = folder.path() / "evidence";
    return run_script(options, parts(), kGoOn);
  }

  // Runs a script with this body on two ranks with gloo.
  ScriptResult run_python(const std::string& body) {
    const auto file = folder.path() / "train.py";
    const std::string begin =
        "import sys, torch, torch.distributed as dist\n"
        "dist.init_process_group('gloo')\n"
        "rank = dist.get_rank()\n";
    process::write_text(file, begin + body + "\ndist.destroy_process_group()\n");
    return run(2, {file});
  }

  static exec::Parts parts() {
    exec::Parts parts = exec::find_parts(RUN_ROOT, RUN_BINARIES, RUN_PYTHON);
    parts.torch = exec::query_interpreter(RUN_PYTHON).torch;
    return parts;
  }

  process::TemporaryFolder folder{"script"};
};

TEST_F(Script, ThatHangsHasTheFindingOfACell) {
  const ScriptResult result = run_python("dist.recv(torch.ones(1), 1 - rank)");
  EXPECT_EQ(result.exit_code, exec::kDeadlock);
  EXPECT_EQ(result.record.verdict, Verdict::kDeadlock);
  EXPECT_THAT(result.record.ranks, ElementsAre(0, 1));
  EXPECT_THAT(result.record.signature, StartsWith("deadlock:"));
  ASSERT_TRUE(result.record.finding);
  EXPECT_TRUE(result.record.finding->proved);
  EXPECT_EQ(result.record.sentence, result.record.finding->sentence);
}

TEST_F(Script, ThatEndsPasses) {
  const ScriptResult result = run_python("dist.all_reduce(torch.ones(4))");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.record.verdict, Verdict::kPass);
  EXPECT_FALSE(result.record.finding);
}

TEST_F(Script, ThatFailsNamesTheRankThatFailedFirst) {
  const ScriptResult result = run_python("if rank == 1: sys.exit(7)\ndist.barrier()");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.record.verdict, Verdict::kCrash);
  EXPECT_THAT(result.record.ranks, ElementsAre(1));
  EXPECT_EQ(result.record.sentence, "Rank 1 exited with code 7");
  EXPECT_THAT(result.record.signature, StartsWith("crash:exited"));
}

TEST_F(Script, ThatNobodyCouldStartIsLost) {
  const ScriptResult result = run(0, {"/no/such/program"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.record.lost.empty());
}

TEST_F(Script, ThatIsStoppedIsInterrupted) {
  exec::ExecOptions options;
  options.command = {"sleep", "60"};
  std::signal(SIGTERM, note_signal);
  const volatile std::sig_atomic_t stop = SIGTERM;
  const ScriptResult result = run_script(options, parts(), stop);
  std::signal(SIGTERM, SIG_DFL);
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.record.verdict, Verdict::kInterrupted);
}

}  // namespace
}  // namespace gridlock::run
