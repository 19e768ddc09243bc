// gridlock exec with scripts that know nothing of it, and with what goes wrong around them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

// Each rank says so and waits for ever.
constexpr const char* kWaits = R"(
import os, time
open("here" + os.environ["RANK"], "w").close()
while True:
    time.sleep(1)
)";

// The same, and it has a daemon of its own.
constexpr const char* kHasDaemon = R"(
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
open("here" + os.environ["RANK"], "w").close()
time.sleep(1000)
)";

// Rank 0 makes a collective that rank 1 does not.
constexpr const char* kHangs = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(1))
dist.barrier()
)";

// Ranks that have met say how many they are.
constexpr const char* kCounts = R"(
ones = torch.ones(1)
dist.all_reduce(ones)
print(f"ranks {int(ones.item())}\n", end="")
dist.barrier()
dist.destroy_process_group()
)";

Words exec_words(const Words& words) {
  Words all = {"exec", "--python", INTEGRATION_PYTHON};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

class Exec : public ::testing::Test {
 protected:
  std::string script(const std::string& text) { return workspace_.write("script.py", text); }
  void wait_for_ranks(GridlockRun& run, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
      run.wait_until("rank " + std::to_string(rank) + " is there", [&] {
        return std::filesystem::exists(workspace_.root() / ("here" + std::to_string(rank)));
      });
    }
  }

  Workspace workspace_;
};

TEST_F(Exec, RanksHaveTheVariablesOfTorchrunAndTheirArguments) {
  const auto path = script(R"(
import os, sys
names = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_RANK", "MASTER_ADDR")
line = " ".join(os.environ[name] for name in names) + " " + " ".join(sys.argv[1:])
os.write(1, (line + "\n").encode())
)");
  GridlockRun run(workspace_, exec_words({"-n", "2", path, "--lr", "0.1", "-n", "7"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("0 0 2 2 0 127.0.0.1 --lr 0.1 -n 7\n"));
  EXPECT_THAT(run.output(), HasSubstr("1 1 2 2 0 127.0.0.1 --lr 0.1 -n 7\n"));
}

TEST_F(Exec, TheFirstRankThatFailsIsNamedAndItsExitCodePassedOn) {
  const auto path = script(R"(
import os, sys, time
if os.environ["RANK"] == "1":
    sys.exit(7)
time.sleep(1000)
)");
  GridlockRun run(workspace_, exec_words({"-n", "3", "--json", "v.json", path}));
  EXPECT_EQ(run.exit_code(), 7);
  EXPECT_THAT(run.output(), HasSubstr("rank 1 failed first: it exited with code 7"));
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
  const auto verdict = nlohmann::json::parse(read_text(workspace_.root() / "v.json"));
  EXPECT_EQ(verdict["verdict"], "crash");
  EXPECT_EQ(verdict["ranks"], nlohmann::json({1}));
}

TEST_F(Exec, InterruptEndsRanksThatDoNotListen) {
  const auto path =
      script("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + std::string(kWaits));
  GridlockRun run(workspace_, exec_words({"-n", "2", path}));
  wait_for_ranks(run, 2);
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, NothingOutlivesTheExecThoughItIsKilled) {
  GridlockRun run(workspace_, exec_words({"-n", "2", script(kHasDaemon)}));
  wait_for_ranks(run, 2);
  kill(run.pid(), SIGKILL);
  run.exit_code();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, NothingOutlivesTheSupervisorThoughItIsKilled) {
  GridlockRun run(workspace_, exec_words({"-n", "2", script(kHasDaemon)}));
  wait_for_ranks(run, 2);
  for (const Process& process : run.processes()) {
    if (process.parent == run.pid()) kill(process.pid, SIGKILL);
  }
  EXPECT_EQ(run.exit_code(), 128 + SIGKILL);
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, DaemonsOfAScriptThatEndsAreEnded) {
  const auto path = script(R"(
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
)");
  GridlockRun run(workspace_, exec_words({"-n", "1", path}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

// Here both are one host.
TEST_F(Exec, AScriptThatClosesAllDescriptorsAndTakesAllSignalsIsExplainedAllTheSame) {
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

TEST_F(Exec, ARankThatForksOnceItHasComeIsNoTwoRanks) {
  const auto path = script(std::string(R"(
import multiprocessing, torch, torch.distributed as dist

def tokenize(queue):
    queue.put((dist.get_rank(), "done"))

dist.init_process_group("gloo")
dist.barrier()
context = multiprocessing.get_context("fork")
queue = context.Queue()
child = context.Process(target=tokenize, args=(queue,))
child.start()
assert queue.get() == (dist.get_rank(), "done")
child.join()
)") + kCounts);
  GridlockRun run(workspace_, exec_words({"-n", "2", path}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("ranks 2"));
}

TEST_F(Exec, HostsThatAreToldWhereTheyMeetTrainTogether) {
  const auto path = script(std::string(R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
)") + kCounts);
  const std::string port = std::to_string(20'000 + getpid() % 10'000);
  const auto host = [&](const char* rank) {
    return exec_words({"-n", "1", "--nnodes", "2", "--node-rank", rank, "--master-addr",
                       "127.0.0.1", "--master-port", port, path});
  };
  GridlockRun first(workspace_, host("0")), second(workspace_, host("1"));
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_EQ(second.exit_code(), 0) << second.output();
  EXPECT_THAT(second.output(), HasSubstr("ranks 2"));
}

TEST_F(Exec, ADeadlockAcrossHostsIsProvedByTheFirst) {
  const auto path = script(R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
dist.barrier()
if dist.get_rank() == 3:
    dist.recv(torch.ones(1), 0)
else:
    dist.all_reduce(torch.ones(1))
)");
  const std::string port = std::to_string(30'000 + getpid() % 10'000);
  const auto host = [&](const std::string& rank) {
    return exec_words({"-n", "2", "--nnodes", "2", "--node-rank", rank, "--master-addr",
                       "127.0.0.1", "--master-port", port, "--json", workspace_.root() / rank,
                       "--evidence", workspace_.root() / ("evidence" + rank), path});
  };
  GridlockRun first(workspace_, host("0")), second(workspace_, host("1"));
  EXPECT_EQ(first.exit_code(), 90) << first.output();
  EXPECT_EQ(second.exit_code(), 90) << second.output();
  EXPECT_THAT(first.output(), HasSubstr("Rank 3 waits in recv #1 from rank 0 (tag 0) of "
                                        "default_pg[0-3] at script.py:6, which rank 0"));
  EXPECT_THAT(first.output(), HasSubstr("▸ <module>"));
  EXPECT_THAT(second.output(), HasSubstr("deadlock, says the first host: Rank 3 waits in recv"));
  EXPECT_TRUE(std::filesystem::exists(workspace_.root() / "evidence0" / "stacks-rank3.txt"));
}

TEST_F(Exec, AnyCommandRunsAndItsExitCodeIsPassedOn) {
  GridlockRun run(workspace_, {"exec", "--", "sh", "-c", "echo it runs; exit 9"});
  EXPECT_EQ(run.exit_code(), 9);
  EXPECT_THAT(run.output(), HasSubstr("it runs"));
}

TEST_F(Exec, TeeKeepsWhatEachRankPrints) {
  const auto path = script("import os\nprint('this is', os.environ['RANK'])\n");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--tee", "logs", path}));
  EXPECT_EQ(run.exit_code(), 0);
  EXPECT_THAT(run.output(), HasSubstr("[rank 1] this is 1"));
  EXPECT_EQ(read_text(workspace_.root() / "logs" / "rank0.log"), "this is 0\n");
}

TEST_F(Exec, HeldRanksStayAsTheyAreAndAreExplainedOnceMore) {
  GridlockRun run(workspace_, exec_words({"-n", "2", "--on-deadlock", "hold", "--evidence", "e",
                                          script(kHangs)}));
  run.wait_until("it is held", [&] { return run.output().find("held") != std::string::npos; });
  GridlockRun dump(workspace_, {"dump", std::to_string(run.pid())});
  EXPECT_EQ(dump.exit_code(), 0);
  EXPECT_THAT(dump.output(), HasSubstr("deadlock, mismatched operation"));
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 90) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, RanksThatACommandStartsAreWatchedToo) {
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

TEST_F(Exec, BadInputIsSaidAtOnce) {
  const std::vector<std::pair<Words, const char*>> mistakes = {
      {{"-n", "2", "nosuch.py"}, "no such script: nosuch.py"},
      {{"-n", "0", "x.py"}, "-n: expected a number of ranks"},
      {{"-n", "2"}, "which script?"},
      {{"--max-restarts", "2", "-n", "2", "x.py"}, "--max-restarts"},
      {{"--rdzv-backend", "c10d", "-n", "2", "x.py"}, "--rdzv-*"},
      {{"--bogus", "x.py"}, "unknown option --bogus"},
      {{"--", "no-such-program"}, "no-such-program"},
  };
  for (const auto& [words, said] : mistakes) {
    GridlockRun run(workspace_, exec_words(words));
    EXPECT_EQ(run.exit_code(), 2) << said;
    EXPECT_THAT(run.output(), HasSubstr(said));
  }
}

}  // namespace
}  // namespace gridlock::integration
