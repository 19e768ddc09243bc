#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <system_error>
#include <thread>

#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/proc_stat.h"
#include "harness/process/process_tree.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::process {
namespace {

class FakeTable : public ProcessTable {
 public:
  std::map<pid_t, pid_t> parents() const override { return table; }
  void kill(pid_t pid, int) const override {
    // Just before it is killed, the process forks a child, which survives it.
    if (pid == 11 && !forked) {
      forked = true;
      table[99] = 10;
    }
    table.erase(pid);
  }
  mutable std::map<pid_t, pid_t> table;
  mutable bool forked = false;
};

TEST(ProcessTree, DescendantsAreWholeSubtrees) {
  FakeTable table;
  table.table = {{10, 1}, {11, 10}, {12, 11}, {13, 12}, {20, 1}, {21, 20}};
  EXPECT_EQ(descendants(table, 10), (std::vector<pid_t>{11, 12, 13}));
  EXPECT_TRUE(descendants(table, 13).empty());
}

TEST(ProcessTree, WhatIsSparedIsSparedWithAllBelowIt) {
  FakeTable table;
  table.table = {{10, 1}, {12, 10}, {13, 12}, {14, 10}};
  EXPECT_EQ(descendants(table, 10, {12}), std::vector<pid_t>{14});
  EXPECT_TRUE(kill_descendants(table, 10, 5, {12}));
  EXPECT_EQ(table.table, (std::map<pid_t, pid_t>{{10, 1}, {12, 10}, {13, 12}}));
}

TEST(ProcessTree, WhatForksWhileBeingKilledIsKilledToo) {
  FakeTable table;
  table.table = {{10, 1}, {11, 10}, {20, 1}};
  EXPECT_TRUE(kill_descendants(table, 10, 5));
  EXPECT_EQ(table.table, (std::map<pid_t, pid_t>{{10, 1}, {20, 1}}));
}

// A child that is itself a subreaper starts a daemon (double fork, own session) and then waits.
TEST(ProcessTree, DaemonsOfRealProcessesAreFoundAndKilled) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t subreaper = fork();
  if (subreaper == 0) {
    become_subreaper();
    if (fork() == 0) {
      setsid();
      if (fork() == 0) {
        (void)!write(ready[1], "x", 1);
        pause();
      }
      _exit(0);
    }
    pause();
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(descendants(system_table(), subreaper).empty());
  EXPECT_TRUE(kill_descendants(system_table(), subreaper, 10));
  EXPECT_TRUE(descendants(system_table(), subreaper).empty());
  kill(subreaper, SIGKILL);
  waitpid(subreaper, nullptr, 0);
}

TEST(ProcStat, AProcessLivesAsLongAsOneOfItsThreads) {
  const pid_t child = fork();
  if (child == 0) {
    std::thread([] { pause(); }).detach();
    syscall(SYS_exit, 0);  // ends only the first thread
  }
  for (int tries = 0; tries < 10'000 && read_stat(child).state != 'Z'; ++tries) usleep(1000);
  EXPECT_EQ(read_stat(child).state, 'Z');
  EXPECT_TRUE(read_stat(child).is_living());
  kill(child, SIGKILL);
  siginfo_t info;
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_FALSE(read_stat(child).is_living());
  waitpid(child, nullptr, 0);
}

int exit_code_of(const Program& program) {
  int status = 0;
  waitpid(spawn(program), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Spawn, AChildDiesWithItsParentAsAsked) {
  become_subreaper();
  int started[2];
  ASSERT_EQ(pipe(started), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    Program sleeps;
    sleeps.arguments = {"sleep", "20"};
    sleeps.dies_with_parent = true;
    const pid_t child = spawn(sleeps);
    (void)!write(started[1], &child, sizeof child);
    _exit(0);
  }
  pid_t child = -1;
  ASSERT_EQ(read(started[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  waitpid(parent, nullptr, 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  // The process did not sleep to its end: it was killed, or it noticed that it is an orphan.
  EXPECT_NE(status, 0);
}

TEST(Spawn, EnvironmentIsChangedAsAsked) {
  setenv("OMPI_SOMETHING", "1", 1);
  setenv("KEPT", "1", 1);
  Program program;
  program.arguments = {"sh", "-c", "test -z \"$OMPI_SOMETHING\" && test \"$KEPT$ADDED\" = 12"};
  program.environment = {{"ADDED", "2"}};
  program.removed = {"OMPI_"};
  EXPECT_EQ(exit_code_of(program), 0);
}

TEST(Spawn, AMissingProgramIsAnErrorOfTheCaller) {
  Program program;
  program.arguments = {"no-such-program-anywhere"};
  EXPECT_THROW(spawn(program), std::system_error);
}

TEST(Spawn, NothingIsInheritedThatWasNotNamed) {
  Program program;
  program.arguments = {"sh", "-c", "test $(ls /proc/self/fd | wc -l) -le 4"};
  EXPECT_EQ(exit_code_of(program), 0);
}

void do_nothing(int) {}

// A shell that ignores SIGTERM, with a child that says which process it is.
Program stubborn_shell(const std::filesystem::path& told) {
  Program program;
  program.arguments = {"sh", "-c",
                       "trap '' TERM; sleep 1000 & echo $! > " + told.string() + ".new; mv " +
                           told.string() + ".new " + told.string() + "; wait"};
  return program;
}

TEST(Run, ASignalIsNotTheEndOfTheProgram) {
  struct sigaction action {
  }, before{};
  action.sa_handler = do_nothing;
  sigaction(SIGUSR1, &action, &before);
  Program program;
  program.arguments = {"sh", "-c", "kill -USR1 $PPID; sleep 0.2; exit 7"};
  EXPECT_EQ(run(program), 7);
  EXPECT_EQ(run(program, [] { return false; }), 7);
  sigaction(SIGUSR1, &before, nullptr);
}

TEST(Run, AStopEndsAllBelowAProgramThatDoesNotListen) {
  const TemporaryFolder folder("test");
  const std::filesystem::path told = folder.path() / "child";
  const auto code = run(stubborn_shell(told), [&] { return std::filesystem::exists(told); });
  EXPECT_EQ(code, std::nullopt);
  int child = 0;
  std::ifstream(told) >> child;
  ASSERT_GT(child, 0);
  for (int tries = 0; tries < 10'000 && read_stat(child).is_living(); ++tries) usleep(1000);
  EXPECT_FALSE(read_stat(child).is_living());
}

TEST(Run, AStopLeavesAProgramTheTimeToEnd) {
  const TemporaryFolder folder("test");
  const std::filesystem::path ready = folder.path() / "ready", tidy = folder.path() / "tidy";
  Program program;
  program.arguments = {"sh", "-c",
                       "trap 'touch " + tidy.string() + "; exit' TERM; touch " + ready.string() +
                           "; while :; do sleep 0.01; done"};
  EXPECT_EQ(run(program, [&] { return std::filesystem::exists(ready); }), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(tidy));
}

TEST(TemporaryFolder, AllOfAProcessAreRemovedTogether) {
  std::optional<TemporaryFolder> gone("test");
  const TemporaryFolder first("test"), second("test");
  const std::filesystem::path path = gone->path();
  gone.reset();
  std::filesystem::create_directory(path);  // belongs to somebody else by now
  remove_temporary_folders();
  EXPECT_FALSE(std::filesystem::exists(first.path()));
  EXPECT_FALSE(std::filesystem::exists(second.path()));
  EXPECT_TRUE(std::filesystem::remove(path));
}

TEST(TemporaryFolder, GoesWithItsOwnerAndEverythingInIt) {
  std::filesystem::path path;
  {
    TemporaryFolder first("test");
    path = first.path();
    std::ofstream(path / "file") << "text";
    const TemporaryFolder owner = std::move(first);
    EXPECT_EQ(owner.path(), path);
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Files, AReplacedTextIsTheOldOneOrTheNewOne) {
  const TemporaryFolder folder("files");
  const auto path = folder.path() / "v.json";
  ASSERT_TRUE(replace_text(path, "old"));
  EXPECT_EQ(read_text(path), "old");
  const Fd reader(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(replace_text(path, "new"));
  EXPECT_EQ(read_text(path), "new");
  char seen[4] = {};
  EXPECT_EQ(read(reader.get(), seen, 3), 3);
  EXPECT_STREQ(seen, "old") << "whoever has opened it reads on";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, WhatIsNoRegularFileIsWrittenInPlace) {
  EXPECT_TRUE(replace_text("/dev/null", "text"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_FALSE(replace_text("/no/such/folder/v.json", "text"));
  EXPECT_FALSE(replace_text("/dev/full", "text"));
}

TEST(Files, WhatOpensButCannotBeReadIsEmpty) {
  EXPECT_EQ(read_text("/proc/self"), "");      // a folder
  EXPECT_EQ(read_text("/proc/self/mem"), "");  // no page at address 0
  EXPECT_EQ(read_text("/proc/self/none"), "");
  EXPECT_TRUE(read_text("/proc/self/comm").starts_with("process_test"));
}

}  // namespace
}  // namespace gridlock::process
