// Tests gridlock exec on scripts that do not use gridlock, and what it reports if its own processes
// or arguments fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/integration/test_exec.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;

// A script in which each rank announces itself and waits forever.
constexpr const char* kWaits = R"(
import os, time
open("here" + os.environ["RANK"], "w").close()
while True:
    time.sleep(1)
)";

// Waits until the scripts of all ranks have announced themselves.
void wait_for_ranks(GridlockRun& run, const Workspace& workspace, int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    run.wait_until("rank " + std::to_string(rank) + " is there", [&] {
      return std::filesystem::exists(workspace.root() / ("here" + std::to_string(rank)));
    });
  }
}

class Exec : public ExecFixture {};

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
  EXPECT_THAT(run.output(), HasSubstr("Rank 1 exited with code 7"));
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
  const auto verdict = nlohmann::json::parse(read_text(workspace_.root() / "v.json"));
  EXPECT_EQ(verdict["verdict"], "crash");
  EXPECT_EQ(verdict["ranks"], nlohmann::json({1}));
  EXPECT_EQ(verdict["sentence"], "Rank 1 exited with code 7");
  EXPECT_TRUE(verdict["process"].is_number()) << verdict;
}

TEST_F(Exec, TheOutcomeHoldsTheFirstLineOfWhatWasRaised) {
  const auto path = script(
      "import os\nif os.environ['RANK'] == '1':\n"
      "    raise ValueError('bad batch 17\\nand more')\n");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--json", "v.json", path}));
  EXPECT_EQ(run.exit_code(), 1);
  const auto verdict = nlohmann::json::parse(read_text(workspace_.root() / "v.json"));
  EXPECT_EQ(verdict["error"], "ValueError: bad batch 17");
}

TEST_F(Exec, InterruptEndsRanksThatDoNotListen) {
  const auto path =
      script("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + std::string(kWaits));
  GridlockRun run(workspace_, exec_words({"-n", "2", path}));
  wait_for_ranks(run, workspace_, 2);
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, NothingOutlivesTheExecThoughItIsKilled) {
  GridlockRun run(workspace_, exec_words({"-n", "2", script(kHasDaemon)}));
  wait_for_ranks(run, workspace_, 2);
  kill(run.pid(), SIGKILL);
  run.exit_code();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(Exec, NothingOutlivesTheSupervisorThoughItIsKilled) {
  GridlockRun run(workspace_, exec_words({"-n", "2", script(kHasDaemon)}));
  wait_for_ranks(run, workspace_, 2);
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

TEST_F(Exec, ALostStoreIsSaidBeforeTheRanksThatNeedIt) {
  GridlockRun run(workspace_, exec_words({"-n", "2", script(kWaits)}));
  wait_for_ranks(run, workspace_, 2);
  run.wait_until("the store is killed", [&] {
    const std::vector<Process> all = run.processes();
    const auto store = std::ranges::find_if(all, [](const Process& process) {
      return read_text("/proc/" + std::to_string(process.pid) + "/comm") == "gridlock-store\n";
    });
    return store != all.end() && kill(store->pid, SIGKILL) == 0;
  });
  run.wait_until("it is said", [&] {
    return run.output().find("the rendezvous store was killed") != std::string::npos;
  });
  EXPECT_TRUE(run.is_running()) << "ranks that need it no more go on";
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
}

// gridlock builds a probe for the torch of a virtual environment. The environment may have no
// pybind11, so the build must not need it.
TEST_F(Exec, AProbeOfItsOwnAsksForNothingButTorch) {
  workspace_.write("pybind11.py", "raise ImportError('there is none')");
  process::Program cmake;
  cmake.arguments = {"cmake",
                     "-S",
                     std::filesystem::path(INTEGRATION_FOLDER) / "../..",
                     "-B",
                     workspace_.root() / "build",
                     "-G",
                     "Ninja",
                     "-DGRIDLOCK_PROBE_ONLY=ON",
                     std::string("-DGRIDLOCK_PYTHON=") + INTEGRATION_PYTHON};
  cmake.environment["PYTHONPATH"] = workspace_.root();
  const process::Fd output = process::make_log();
  cmake.standard_output = output.get();
  EXPECT_EQ(process::run(cmake), 0) << process::read_log(output.get());
}

TEST_F(Exec, WhyNothingWillBeProvedIsSaidOnce) {
  const auto path = script(R"(
import torch.distributed as dist
for number in range(2):
    url = f"file:///proc/self/cwd/store{number}"
    dist.init_process_group("gloo", init_method=url, rank=0, world_size=1)
    dist.destroy_process_group()
)");
  GridlockRun run(workspace_, {"exec", "--", "env", "-u", "LD_PRELOAD", INTEGRATION_PYTHON, path});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  const std::string said =
      "no deadlock can be proved, because rank 0 has not loaded gridlock_threads.so";
  const std::size_t first = run.output().find(said);
  EXPECT_NE(first, std::string::npos) << run.output();
  EXPECT_EQ(run.output().find(said, first + 1), std::string::npos) << run.output();
}

TEST_F(Exec, AnyCommandRunsAndItsExitCodeIsPassedOn) {
  GridlockRun run(workspace_, {"exec", "--", "sh", "-c", "echo it runs; exit 9"});
  EXPECT_EQ(run.exit_code(), 9);
  EXPECT_THAT(run.output(), HasSubstr("it runs"));
}

TEST_F(Exec, APythonBeforeTheScriptRunsTheRanks) {
  const auto path = script("import os, sys\nprint(os.environ['RANK'], sys.argv[1:])\n");
  GridlockRun run(workspace_,
                  exec_words({"-n", "2", "--", INTEGRATION_PYTHON, "-u", path, "--lr", "1"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("1 ['--lr', '1']"));
}

TEST_F(Exec, TeeKeepsWhatEachRankPrints) {
  const auto path = script("import os\nprint('this is', os.environ['RANK'])\n");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--tee", "logs", path}));
  EXPECT_EQ(run.exit_code(), 0);
  EXPECT_THAT(run.output(), HasSubstr("[rank 1] this is 1"));
  EXPECT_EQ(read_text(workspace_.root() / "logs" / "rank0.log"), "this is 0\n");
}

TEST_F(Exec, BadInputIsSaidAtOnce) {
  const std::vector<std::pair<Words, const char*>> mistakes = {
      {{"-n", "2", "nosuch.py"}, "no such script: nosuch.py"},
      {{"-n", "0", "x.py"}, "-n: expected gpu, cpu, auto or a positive number of ranks"},
      {{"-n", "2"}, "no script given"},
      {{"-n", "2", "--", "python3", "-u", "nosuch.py"}, "no such script: nosuch.py"},
      {{"-n", "2", "--", "python3", "-c", "1"}, "python3 -c: with -n, gridlock exec runs a script"},
      {{"--max-restarts", "2", "-n", "2", "x.py"}, "--max-restarts"},
      {{"--rdzv-backend", "c10d", "-n", "2", "x.py"}, "--rdzv-*"},
      {{"--bogus", "x.py"}, "unknown option --bogus"},
      {{"--evidnce", "e", "x.py"}, "unknown option --evidnce (did you mean '--evidence'?)"},
      {{"x.py"},
       "x.py is not a program; to run it as a script, add -n, the number of ranks: gridlock exec "
       "-n 4 x.py"},
      {{"--on-deadlock", "holt", "x.py"}, "expected kill, hold or report, not 'holt'"},
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
