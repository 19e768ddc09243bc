// Tests gridlock exec --fork: a script sees the same environment as without --fork, and no process
// outlives the exec.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// A script that writes what a program can see of how it was started, without what differs between
// two runs of exec.
constexpr const char* kTellsWhatItSees = R"(
import json, os, signal, sys, threading
descriptors = sorted(os.listdir("/proc/self/fd"))
import torch
OWN = ("GRIDLOCK_HUB", "GRIDLOCK_TEST_RUN", "MASTER_PORT", "TORCHELASTIC_RUN_ID",
       "TORCHINDUCTOR_CACHE_DIR", "TO")
names = [name for name in globals() if name != "__builtins__"]
sees = {
    "argv": sys.argv, "orig_argv": sys.orig_argv, "path": sys.path, "flags": str(sys.flags),
    "name": __name__, "file": __file__, "package": __package__, "names": names,
    "spec": __spec__ and (__spec__.name, __spec__.origin), "loader": type(__loader__).__name__,
    "is main": sys.modules["__main__"].__dict__ is globals(),
    "environment": {k: v for k, v in os.environ.items() if k not in OWN},
    "shell": os.popen("echo $RANK of $WORLD_SIZE").read(),
    "command": open("/proc/self/cmdline").read(),
    "session": os.getsid(0) == os.getpid(),
    "descriptors": descriptors,
    "signals": [str(signal.getsignal(number)) for number in range(1, 32)],
    "blocked": [str(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "main thread": threading.main_thread().native_id == os.getpid(),
    "torch threads": torch.get_num_threads(),
    "next to the script": getattr(sys.modules.get("opt_einsum"), "__file__", None),
    "hook": sys.excepthook is sys.__excepthook__,
}
seed = torch.initial_seed()
json.dump([sees, seed], open(f"{os.environ['TO']}.{os.environ['RANK']}", "w"))
)";

class ExecFork : public ExecFixture {
 protected:
  // Runs the script on `ranks` ranks. Returns, for each rank, what it sees and its seed.
  std::vector<json> seen(const std::string& to, int ranks, Words words) {
    words.insert(words.begin(), {"-n", std::to_string(ranks)});
    GridlockRun run(workspace_, exec_words(words), {{"TO", to}});
    EXPECT_EQ(run.exit_code(), 0) << run.output();
    std::vector<json> all;
    for (int rank = 0; rank < ranks; ++rank) {
      all.push_back(json::parse(read_text(workspace_.root() / (to + "." + std::to_string(rank)))));
    }
    return all;
  }

  void expect_the_same(int ranks, const Words& words) {
    Words forked = words;
    forked.insert(forked.begin(), "--fork");
    const auto with = seen("with", ranks, forked), without = seen("without", ranks, words);
    for (std::size_t rank = 0; rank < with.size(); ++rank) {
      for (const auto& [what, value] : without[rank][0].items()) {
        EXPECT_EQ(with[rank][0][what], value) << what;
      }
    }
    EXPECT_NE(with.front()[1], with.back()[1]) << "the seeds of two ranks";
  }

  void wait_for_two_ranks(const GridlockRun& run) {
    for (const char* here : {"here0", "here1"}) {
      run.wait_until("the ranks are there",
                     [&] { return std::filesystem::exists(workspace_.root() / here); });
    }
  }
};

TEST_F(ExecFork, AScriptSeesWhatItSeesWithoutIt) {
  workspace_.write("folder/script.py", kTellsWhatItSees);
  workspace_.write("folder/opt_einsum.py", "");  // torch imports this module if it can
  expect_the_same(2, {"folder/script.py", "--lr", "0.1", "a b"});
}

TEST_F(ExecFork, AModuleSeesWhatItSeesWithoutIt) {
  workspace_.write("package/__init__.py", "");
  workspace_.write("package/train.py", kTellsWhatItSees);
  expect_the_same(2, {"-m", "package.train", "--lr", "0.1"});
}

TEST_F(ExecFork, RanksPrintWhatTheyPrintWithoutIt) {
  const auto path = script(R"py(
import atexit, glob, os, signal, sys, time
def fail():
    raise OSError(5)
here = f"here{os.getppid()}."
open(here + os.environ["RANK"], "w").close()
while len(glob.glob(here + "*")) < 5:
    time.sleep(0.01)
atexit.register(print, "at exit")
ends = ("sys.exit('a reason')", "fail()", "raise KeyboardInterrupt", "1 +",
        "os.kill(os.getpid(), signal.SIGUSR1)")
exec(ends[int(os.environ["RANK"])])
)py");
  for (const char* logs : {"with", "without"}) {
    Words words = {"-n", "5", "--tee", logs, path};
    if (logs == std::string("with")) words.insert(words.begin(), "--fork");
    GridlockRun run(workspace_, exec_words(words));
    EXPECT_NE(run.exit_code(), 0) << run.output();
  }
  for (int rank = 0; rank < 5; ++rank) {
    const std::string name = "rank" + std::to_string(rank) + ".log";
    EXPECT_EQ(read_text(workspace_.root() / "with" / name),
              read_text(workspace_.root() / "without" / name));
  }
  EXPECT_THAT(read_text(workspace_.root() / "with" / "rank1.log"), HasSubstr("in fail"));
}

TEST_F(ExecFork, TheFirstRankThatFailsIsNamedAndItsExitCodePassedOn) {
  const auto path = script(
      "import os, sys, time\nif os.environ['RANK'] == '1': sys.exit(7)\n"
      "time.sleep(1000)");
  GridlockRun run(workspace_, exec_words({"-n", "3", "--fork", path}));
  EXPECT_EQ(run.exit_code(), 7) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("Rank 1 exited with code 7"));
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(ExecFork, ARankStartsProcessesOfItsOwn) {
  const auto path = script(R"(
import multiprocessing, torch, torch.distributed as dist

def sums(queue):
    queue.put(torch.ones(3).sum().item())

if __name__ == "__main__":
    dist.init_process_group("gloo")
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        child = context.Process(target=sums, args=(queue,))
        child.start()
        assert queue.get() == 3
        child.join()
        assert child.exitcode == 0
    torch.set_num_threads(2)
    total = torch.ones(1 << 20).sum()
    dist.all_reduce(total)
    assert total.item() == 2 << 20
    dist.barrier()
    print(f"rank {dist.get_rank()} is done\n", end="")
    dist.destroy_process_group()
)");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--fork", path}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("rank 0 is done"));
  EXPECT_THAT(run.output(), HasSubstr("rank 1 is done"));
}

TEST_F(ExecFork, NothingOutlivesTheExecThoughItIsKilled) {
  GridlockRun run(workspace_, exec_words({"-n", "2", "--fork", script(kHasDaemon)}));
  wait_for_two_ranks(run);
  kill(run.pid(), SIGKILL);
  run.exit_code();
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

// Kills the parent of the ranks while exec is stopped, so only the kernel can kill the ranks.
TEST_F(ExecFork, RanksDieWithTheirParent) {
  const std::string waits = "import os, time\nopen('here' + os.environ['RANK'], 'w').close()\n";
  GridlockRun run(workspace_,
                  exec_words({"-n", "2", "--fork", script(waits + "time.sleep(1000)")}));
  wait_for_two_ranks(run);
  kill(run.pid(), SIGSTOP);
  for (const Process& process : run.processes()) {
    if (process.parent == run.pid()) kill(process.pid, SIGKILL);
  }
  run.wait_until("the ranks are gone", [&] { return run.processes().size() == 1; });
  kill(run.pid(), SIGKILL);
  run.exit_code();
}

// Kills exec at several moments: while Python starts, while torch is imported, or while ranks are
// forked.
TEST_F(ExecFork, NothingOutlivesTheExecThoughItIsKilledBeforeTheRanksAreThere) {
  const auto path = script(kHasDaemon);
  for (int trial = 0; trial < 5; ++trial) {
    GridlockRun run(workspace_, exec_words({"-n", "4", "--fork", path}));
    run.wait_until("it starts", [&] { return run.processes().size() > 2; });
    usleep(trial * 500'000);
    kill(run.pid(), SIGKILL);
    run.exit_code();
    EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
  }
}

TEST_F(ExecFork, AnInterruptWhileTorchIsImportedEndsIt) {
  GridlockRun run(workspace_, exec_words({"-n", "2", "--fork", script(kHasDaemon)}));
  run.wait_until("torch is being imported", [&] {
    return std::ranges::any_of(run.processes(), [](const Process& process) {
      return read_text("/proc/" + std::to_string(process.pid) + "/maps").find("libtorch") !=
             std::string::npos;
    });
  });
  kill(run.pid(), SIGINT);
  EXPECT_EQ(run.exit_code(), 130);
  EXPECT_EQ(run.output(),
            "gridlock: interrupted: stopping the ranks for at most 5 s; a second signal kills all "
            "at once\n");
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

// gridlock refuses to fork if a thread runs before the script, because forked ranks would not have
// the thread.
TEST_F(ExecFork, AThreadThatIsThereBeforeTheScriptIsSaid) {
  workspace_.write("path/sitecustomize.py", R"(
import os, threading, time
if "GRIDLOCK_FORK" in os.environ:
    threading.Thread(target=time.sleep, args=(1000,), name="beat", daemon=True).start()
)");
  GridlockRun run(workspace_, exec_words({"-n", "2", "--fork", script("print('it runs')")}),
                  {{"PYTHONPATH", workspace_.root() / "path"}});
  EXPECT_EQ(run.exit_code(), 3) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("--fork: importing torch started threads: beat"));
  EXPECT_THAT(run.output(), ::testing::Not(HasSubstr("it runs")));
  EXPECT_TRUE(run.nothing_is_left(kGoneSeconds)) << describe(run.processes());
}

TEST_F(ExecFork, ACommandIsRefused) {
  GridlockRun run(workspace_, {"exec", "--fork", "--", INTEGRATION_PYTHON, "x.py"});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.output(), HasSubstr("--fork works only with -n"));
}

}  // namespace
}  // namespace gridlock::integration
