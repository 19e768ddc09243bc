// Tests gridlock exec on scripts that hang, with the usual ways to start a script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

class ExecHang : public ExecFixture {};

TEST_F(ExecHang, AScriptThatClosesAllDescriptorsAndTakesAllSignalsIsExplainedAllTheSame) {
  const auto path = script(std::string(R"(
import os, signal
os.closerange(0, 4096)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
    signal.signal(number, signal.SIG_IGN)
)") + kHangs);
  GridlockRun run(workspace_, exec_words({"-n", "2", path}));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("deadlock, proved"));
}

TEST_F(ExecHang, HeldRanksStayAsTheyAreAndAreExplainedOnceMore) {
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", "--on-deadlock", "hold", "--evidence", "e",
                                          script(kHangs)}));
  run.wait_until("it is held", [&] { return run.output().find("holding") != std::string::npos; });
  GridlockRun dump(workspace_, {"dump", std::to_string(run.pid())});
  EXPECT_EQ(dump.exit_code(), 0);
  EXPECT_THAT(dump.output(), HasSubstr("deadlock, mismatched operation"));
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(ExecHang, RanksThatACommandStartsAreWatchedToo) {
  const auto path = script(R"(
import torch, torch.distributed as dist, torch.multiprocessing as mp
def work(rank, store):
    dist.init_process_group("gloo", init_method="file://" + store, rank=rank, world_size=2)
    if rank == 0:
        dist.all_reduce(torch.ones(1))
    dist.barrier()
if __name__ == "__main__":
    mp.spawn(work, ("/proc/self/cwd/store",), nprocs=2)
)");
  GridlockRun run(workspace_, {"exec", "--evidence", "e", "--", INTEGRATION_PYTHON, path});
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("deadlock, mismatched operation"));
}

// gridlock must not report the same deadlock again at every check.
TEST_F(ExecHang, AReportedDeadlockIsToldOnceAndEndsWithTheTimeout) {
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", "--on-deadlock", "report", "--timeout", "8",
                                          "--evidence", "e", script(kHangs)}));
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  const std::string said = run.output();
  const std::size_t first = said.find("deadlock, proved");
  ASSERT_NE(first, std::string::npos) << said;
  EXPECT_EQ(said.find("deadlock, proved", first + 1), std::string::npos) << said;
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

// The script and the library are below a folder called torch, and a module of the library is, too.
TEST_F(ExecHang, ACallOfALibraryHasItsLineAndThatOfTheProgram) {
  const auto packages = workspace_.root() / "torch" / "site-packages";
  std::filesystem::create_directories(packages / "speedy" / "comm");
  process::write_text(packages / "speedy" / "comm" / "torch.py",
                      "import torch.distributed as dist\n"
                      "def reduce(x):\n"
                      "    dist.all_reduce(x)\n");
  const auto path = workspace_.write("torch/train.py", R"(
import torch, torch.distributed as dist
from speedy.comm.torch import reduce
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    reduce(torch.ones(1))
dist.barrier()
)");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--evidence", "e", path}),
                  {{"PYTHONPATH", packages}});
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("(speedy/comm/torch.py:3, from train.py:6)"));
}

// An earlier job has left a proof in the folder of the evidence.
TEST_F(ExecHang, EvidenceOfAnEarlierJobIsNotTakenForThisOne) {
  const auto certificate = workspace_.root() / "e" / "certificate.json";
  {
    GridlockRun hangs(workspace_,
                      exec_words({"--fork", "-n", "2", "--evidence", "e", script(kHangs)}));
    EXPECT_EQ(hangs.exit_code(), 90) << hangs.output();
    EXPECT_THAT(hangs.output(), HasSubstr("ended the job; exit code 90"));
  }
  EXPECT_TRUE(std::filesystem::exists(certificate));
  GridlockRun ends(workspace_, exec_words({"--fork", "-n", "2", "--evidence", "e",
                                           script("import torch.distributed\n")}));
  EXPECT_EQ(ends.exit_code(), 0) << ends.output();
  EXPECT_FALSE(std::filesystem::exists(certificate));
}

}  // namespace
}  // namespace gridlock::integration
