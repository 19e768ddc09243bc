// Tests how programs end after signals. Each program is a child process of the test.
#include "harness/workspace/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "harness/process/log.h"
#include "harness/process/proc_stat.h"
#include "harness/process/signals.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::workspace {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// A program that handles signals. It runs `work`, which may tell the test a text.
class Program {
 public:
  using Tell = std::function<void(const std::string&)>;

  explicit Program(const std::function<int(const Tell&)>& work,
                   std::chrono::seconds longest_stop = Signals::kLongestStop)
      : log_(process::make_log()) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    told_ = process::Fd(ends[0]);
    const process::Fd tells(ends[1]);
    pid_ = fork();
    if (pid_ != 0) return;
    told_.reset();
    dup2(log_.get(), STDERR_FILENO);
    const Signals signals(longest_stop);
    _exit(work([&](const std::string& text) {
      (void)!write(tells.get(), (text + "\n").c_str(), text.size() + 1);
    }));
  }
  ~Program() {
    if (!code_) kill(pid_, SIGKILL);
    exit_code();
  }

  // Waits for a line that the program tells. Returns "" at its end.
  std::string line() {
    std::string text;
    for (char letter = 0; read(told_.get(), &letter, 1) == 1 && letter != '\n';) text += letter;
    return text;
  }
  void send(int number) const { kill(pid_, number); }
  // Sends the signal until the program ends, which takes longer than one signal may be delayed.
  int send_until_end(int number) {
    for (; !ended(); usleep(20'000)) send(number);
    return *code_;
  }
  int exit_code() {
    for (; !ended(); usleep(1000)) {
    }
    return *code_;
  }
  std::string output() const { return process::read_log(log_.get()); }

 private:
  bool ended() {
    int status = 0;
    if (!code_ && waitpid(pid_, &status, WNOHANG) == pid_) code_ = process::exit_code_of(status);
    return code_.has_value();
  }

  process::Fd log_, told_;
  pid_t pid_ = -1;
  std::optional<int> code_;
};

bool is_running(const std::string& pid) {
  return process::read_stat(std::stoi(pid)).is_living();
}

// Waits until the process that was killed has ended.
bool is_gone(const std::string& pid) {
  for (int tries = 0; tries < 10'000 && is_running(pid); ++tries) usleep(1000);
  return !is_running(pid);
}

// Starts a shell with a child, which ignore all signals but SIGKILL. Tells the child's id.
int run_shell_with_child(const Program::Tell& tell, const std::function<bool()>& must_stop) {
  const process::TemporaryFolder folder("signals");
  const std::string file = folder.path() / "child";
  process::Program shell;
  shell.arguments = {"sh", "-c",
                     "trap '' INT TERM HUP; sleep 1000 & echo $! > " + file +
                         ".new; mv " + file + ".new " + file + "; wait"};
  const auto must_stop_and_tell = [&, told = false]() mutable {
    if (!told && std::filesystem::exists(file)) {
      std::string child;
      std::getline(std::ifstream(file), child);
      tell(child);
      tell(folder.path());
      told = true;
    }
    return must_stop();
  };
  return process::run(shell, must_stop_and_tell).value_or(42);
}

TEST(Signals, TheFirstOneEndsEverythingAtOnce) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    Program program([](const Program::Tell& tell) {
      return run_shell_with_child(tell, [] { return false; });
    });
    const std::string child = program.line(), folder = program.line();
    ASSERT_TRUE(is_running(child));
    program.send(number);
    EXPECT_EQ(program.exit_code(), 130);
    EXPECT_TRUE(is_gone(child));
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(program.output(), "gridlock: interrupted\n");
  }
}

TEST(Signals, WorkThatStopsByItselfDecidesHowItEnds) {
  Program program([](const Program::Tell& tell) {
    const Stopping stopping("stopping the shell");
    return run_shell_with_child(tell, [&] { return stopping.requested(); });
  });
  const std::string child = program.line(), folder = program.line();
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 42);
  EXPECT_TRUE(is_gone(child));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(Signals, WhatWorkHasFoundIsReportedAfterTheFirstOne) {
  Program program([](const Program::Tell& tell) {
    {
      const Stopping stopping("stopping the search");
      tell("searching");
      while (!stopping.requested()) usleep(1000);
    }
    usleep(600'000);  // several times as long as the handler takes to look again
    return 42;
  });
  program.line();
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 42);
}

int never_stop(const Program::Tell& tell) {
  const Stopping stopping("counting to infinity");
  return run_shell_with_child(tell, [] { return false; });
}

TEST(Signals, TheSecondOneEndsWorkThatDoesNotStop) {
  Program program(never_stop);
  const std::string child = program.line(), folder = program.line();
  EXPECT_EQ(program.send_until_end(SIGINT), 130);
  EXPECT_TRUE(is_gone(child));
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_THAT(program.output(),
              StartsWith("gridlock: interrupted: counting to infinity (at most 20 s; a second "
                         "signal ends gridlock at once)\n"));
}

TEST(Signals, WorkThatDoesNotStopIsEndedInTime) {
  Program program(never_stop, std::chrono::seconds(0));
  const std::string child = program.line();
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 130);
  EXPECT_TRUE(is_gone(child));
  EXPECT_THAT(program.output(), HasSubstr("interrupted; ended before all was stopped\n"));
}

// Some programs send a signal to a process and then to its group.
TEST(Signals, TwoAtTheSameTimeAreOne) {
  Program program([](const Program::Tell&) {
    const Stopping stopping("");
    raise(SIGTERM);
    raise(SIGTERM);
    return stopping.signal() == SIGTERM ? 45 : 46;
  });
  EXPECT_EQ(program.exit_code(), 45);
}

TEST(Signals, AHangupStaysIgnoredBelowNohup) {
  signal(SIGHUP, SIG_IGN);
  Program program([](const Program::Tell&) {
    const Stopping stopping("");
    raise(SIGHUP);
    raise(SIGTERM);
    return static_cast<int>(stopping.signal());
  });
  signal(SIGHUP, SIG_DFL);
  EXPECT_EQ(program.exit_code(), SIGTERM);
}

TEST(Signals, WorkThatActsOnAllOfThemGetsTheSecondOneToo) {
  Program program([](const Program::Tell& tell) {
    const Stopping stopping("");
    tell("ready");
    while (stopping.signal() != (SIGINT | process::kAtOnce)) usleep(1000);
    return 43;
  });
  ASSERT_EQ(program.line(), "ready");
  EXPECT_EQ(program.send_until_end(SIGINT), 43);
  EXPECT_EQ(program.output(), "");
}

TEST(Signals, StopTheWorkOfUntilInterrupted) {
  Program program([](const Program::Tell& tell) {
    until_interrupted("stopping", [&](const std::stop_token& stop) {
      tell("ready");
      while (!stop.stop_requested()) usleep(1000);
    });
    return 44;
  });
  ASSERT_EQ(program.line(), "ready");
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 44);
}

}  // namespace
}  // namespace gridlock::workspace
