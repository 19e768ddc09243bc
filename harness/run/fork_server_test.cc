// Tests scripts on real ranks that are forked from one interpreter.
#include "harness/run/fork_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <memory>

#include "harness/exec/interpreter.h"
#include "harness/exec/options.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::run {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

exec::Parts parts() {
  exec::Parts parts = exec::find_parts(RUN_ROOT, RUN_BINARIES, RUN_PYTHON);
  parts.torch = exec::query_interpreter(RUN_PYTHON).torch;
  return parts;
}

struct ForkServerTest : ::testing::Test {
  static void SetUpTestSuite() {
    server = std::make_unique<ForkServer>(fs::path(RUN_BINARIES) / "gridlock", RUN_PYTHON, parts());
  }
  static void TearDownTestSuite() { server.reset(); }

  // Starts a script with this body on two ranks with gloo.
  pid_t start(const std::string& name, const std::string& body,
              const std::vector<std::string>& arguments = {}) {
    const fs::path place = folder.path() / name;
    fs::create_directory(place);
    process::write_text(place / ForkServer::kScript,
                        "import os, sys, torch, torch.distributed as dist\n"
                        "dist.init_process_group('gloo')\n"
                        "rank = dist.get_rank()\n" +
                            body + "\ndist.destroy_process_group()\n");
    return server->start({.folder = place,
                          .exec = {"-n", "2", "--evidence", place / "evidence"},
                          .arguments = arguments,
                          .output = output.get()});
  }

  std::map<pid_t, int> wait_for(std::size_t execs) {
    std::map<pid_t, int> ended;
    while (ended.size() < execs) {
      pollfd waiting{server->fd(), POLLIN, 0};
      if (poll(&waiting, 1, 60000) == 0) break;
      ended.merge(server->take_ended());
    }
    return ended;
  }

  static std::unique_ptr<ForkServer> server;
  process::TemporaryFolder folder{"fork-server-test"};
  process::Fd output = process::make_log();
};
std::unique_ptr<ForkServer> ForkServerTest::server;

TEST_F(ForkServerTest, RunsScriptsOneAfterTheOther) {
  for (int i = 0; i < 3; ++i) {
    const pid_t exec = start("script" + std::to_string(i), "dist.all_reduce(torch.ones(4))");
    EXPECT_EQ(wait_for(1)[exec], 0) << process::read_log(output.get());
  }
}

TEST_F(ForkServerTest, ScriptsSideBySideHaveTheirOwnVerdicts) {
  const pid_t passes = start("passes", "dist.all_reduce(torch.ones(4))");
  const pid_t hangs = start("hangs", "dist.recv(torch.ones(1), 1 - rank)");
  const pid_t fails = start("fails", "raise ValueError('bad batch')");
  auto ended = wait_for(3);
  EXPECT_EQ(ended[passes], 0);
  EXPECT_EQ(ended[hangs], exec::kDeadlock);
  EXPECT_EQ(ended[fails], 1);
  EXPECT_THAT(process::read_log(output.get()), HasSubstr("ValueError: bad batch"));
}

TEST_F(ForkServerTest, AScriptFindsWhatItWouldFindUnderPython) {
  // The barrier: a rank that leaves at once breaks gloo's connections while its peer makes them.
  const pid_t exec = start("arguments",
                           "dist.barrier()\n"
                           "assert __name__ == '__main__' and __file__.endswith('repro.py')\n"
                           "assert sys.argv == ['repro.py', '--lr', '0.1'], sys.argv\n"
                           "assert sys.path[0] == os.getcwd(), sys.path\n"
                           "assert os.environ['WORLD_SIZE'] == '2'\n"
                           "assert 'GRIDLOCK_WARM_INTERPRETER' not in os.environ",
                           {"--lr", "0.1"});
  EXPECT_EQ(wait_for(1)[exec], 0) << process::read_log(output.get());
}

TEST_F(ForkServerTest, AStoppedExecEndsWithItsRanks) {
  const std::size_t before = process::descendants(process::system_table(), getpid()).size();
  const pid_t exec = start("sleeps", "print('asleep', flush=True)\nimport time; time.sleep(600)");
  while (process::read_log(output.get()).find("asleep") == std::string::npos) poll(nullptr, 0, 10);
  ForkServer::stop(exec);
  EXPECT_EQ(wait_for(1)[exec], 130);
  EXPECT_EQ(process::descendants(process::system_table(), getpid()).size(), before);
}

TEST_F(ForkServerTest, AServerEndsWithItsExecs) {
  const auto below = [] { return process::descendants(process::system_table(), getpid()).size(); };
  const std::size_t before = below();
  auto other =
      std::make_unique<ForkServer>(fs::path(RUN_BINARIES) / "gridlock", RUN_PYTHON, parts());
  std::swap(server, other);
  start("sleeps", "print('asleep', flush=True)\nimport time; time.sleep(600)");
  while (process::read_log(output.get()).find("asleep") == std::string::npos) poll(nullptr, 0, 10);
  EXPECT_GT(below(), before + 2);
  std::swap(server, other);
  other.reset();
  EXPECT_EQ(below(), before);
}

// The interpreter imports something without end.
TEST(ForkServerStop, EndsTheInterpreterThatStillImports) {
  const process::TemporaryFolder folder("fork-server-test");
  const fs::path python = folder.path() / "python", started = folder.path() / "started";
  process::write_text(python, "#!/bin/sh\ntouch " + started.string() + "\nexec sleep 1000\n");
  fs::permissions(python, fs::perms::owner_all);
  const std::size_t before = process::descendants(process::system_table(), getpid()).size();
  {
    const ForkServer server(fs::path(RUN_BINARIES) / "gridlock", python, parts(),
                            [&] { return fs::exists(started); });
    EXPECT_FALSE(server.is_ready());
  }
  EXPECT_EQ(process::descendants(process::system_table(), getpid()).size(), before);
}

}  // namespace
}  // namespace gridlock::run
