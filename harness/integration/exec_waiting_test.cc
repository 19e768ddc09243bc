// Tests what gridlock exec prints while ranks wait for a rank that may still join.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

class ExecWaiting : public ExecFixture {};

TEST_F(ExecWaiting, ALineNamesWhereTheAwaitedRankIs) {
  const auto path = script(R"(
import time
import torch, torch.distributed as dist
def tokenize():
    time.sleep(14)
dist.init_process_group("gloo")
if dist.get_rank() == 1:
    tokenize()
dist.barrier()
dist.destroy_process_group()
)");
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", path}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              HasSubstr("Rank 1 has not called barrier #1 of default_pg[0-1] yet; it sleeps in "
                        "tokenize at script.py:5 for "));
  EXPECT_EQ(run.output().find("evidence:"), std::string::npos) << "nothing is left behind";
}

TEST_F(ExecWaiting, ARankThatDoesNotEndWhenOthersHaveIsNamed) {
  const auto path = script(R"(
import time
import torch, torch.distributed as dist
dist.init_process_group("gloo")
dist.barrier()
rank = dist.get_rank()
dist.destroy_process_group()
def close():
    time.sleep(14)
if rank == 1:
    close()
)");
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "3", path}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("ranks 0 and 2 have ended; the other ranks have made no "
                                      "call for 10 s: rank 1 sleeps in close at script.py:9"));
}

// The second process group is a new job for gridlock. Rank 1 has not joined it, so gridlock has no
// record of rank 1 there.
TEST_F(ExecWaiting, ARankThatHasNotComeToANewGenerationHasItsStack) {
  const auto path = script(R"(
import time
import torch, torch.distributed as dist
def load():
    open("loads", "w").close()
    time.sleep(1000)
dist.init_process_group("gloo")
rank = dist.get_rank()
dist.barrier()
dist.destroy_process_group()
if rank == 1:
    load()
dist.init_process_group("gloo", init_method="file:///proc/self/cwd/again", rank=rank, world_size=2)
dist.barrier()
)");
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", path}));
  run.wait_until("both are there", [&] {
    return std::filesystem::exists(workspace_.root() / "loads") &&
           std::filesystem::exists(workspace_.root() / "again");
  });
  GridlockRun dump(workspace_, {"dump", std::to_string(run.pid())});
  EXPECT_EQ(dump.exit_code(), 0) << dump.output();
  EXPECT_THAT(dump.output(), HasSubstr("load"));
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
}

// The order of the two threads' calls in the backend is unknown, so nothing is proved.
TEST_F(ExecWaiting, RanksThatStandStillAreDescribedEvenIfNothingIsProved) {
  const auto path = script(R"(
import threading, torch, torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 1:
    dist.recv(torch.ones(1), 0)
threading.Thread(target=lambda: dist.all_reduce(torch.ones(1))).start()
dist.all_reduce(torch.ones(1))
)");
  GridlockRun run(workspace_, exec_words({"--fork", "-n", "2", "--timeout", "13", path}));
  EXPECT_EQ(run.exit_code(), 92) << run.output();
  const std::string output = run.output();
  EXPECT_THAT(output, HasSubstr("no rank has made a call for 1"));
  EXPECT_THAT(output, HasSubstr("\n  rank 1: in recv #1 from rank 0"));
  EXPECT_LT(output.find("no rank has made a call"), output.find("timeout: no event"));
}

}  // namespace
}  // namespace gridlock::integration
