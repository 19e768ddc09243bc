// Tests runs whose reader or folder goes away while they train.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// The two ends of gridlock's output: a pipe or a pseudoterminal.
struct Ends {
  process::Fd reader, writer;
};

Ends pipe_ends() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {process::Fd(ends[0]), process::Fd(ends[1])};
}

Ends terminal_ends() {
  process::Fd mine(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (grantpt(mine.get()) != 0 || unlockpt(mine.get()) != 0) throw std::runtime_error("no pty");
  process::Fd its(open(ptsname(mine.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  return {std::move(mine), std::move(its)};
}

// Reads what is there, so that gridlock does not wait for its reader.
void drain(const process::Fd& reader) {
  char bytes[4096];
  fcntl(reader.get(), F_SETFL, O_NONBLOCK);
  while (read(reader.get(), bytes, sizeof bytes) > 0) {
  }
}

bool second_cell_trains(const Workspace& workspace) {
  return workspace.trainings().size() == 4;  // two ranks each
}

TEST(GoneOutputs, ARunWithoutAReaderTrainsAllCells) {
  for (const auto make : {pipe_ends, terminal_ends}) {
    const Workspace workspace;
    Ends ends = make();
    GridlockRun run(workspace, run_words("waiting", {"--jobs", "1", "--junit", "junit.xml"}),
                    {{"TERM", "xterm"}}, {}, ends.writer.get());
    ends.writer.reset();
    run.wait_until("the second cell trains", [&] {
      drain(ends.reader);
      return second_cell_trains(workspace);
    });
    ends.reader.reset();
    workspace.tell_to_go_on();
    EXPECT_EQ(run.exit_code(), 0);
    EXPECT_EQ(workspace.results().size(), 3u);
    EXPECT_THAT(read_text(workspace.root() / "junit.xml"), HasSubstr("tests=\"3\""));
    EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
  }
}

// A pager that waits for its user does not read.
TEST(GoneOutputs, ARunWithAStuckReaderStopsAndReports) {
  const Workspace workspace;
  const Ends ends = pipe_ends();
  const std::string full(fcntl(ends.writer.get(), F_GETPIPE_SZ), 'x');
  ASSERT_EQ(write(ends.writer.get(), full.data(), full.size()), static_cast<ssize_t>(full.size()));
  GridlockRun run(workspace, run_words("waiting", {"--junit", "junit.xml"}), {}, {},
                  ends.writer.get());
  run.wait_until("the run begins", [&] { return exists(workspace.root() / "out/run.json"); });
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.exit_code(), 130);
  EXPECT_THAT(read_text(workspace.root() / "junit.xml"), HasSubstr("</testsuites>"));
  EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
}

TEST(GoneOutputs, ARunWithoutItsFolderSaysSo) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("waiting", {"--jobs", "1"}));
  run.wait_until("the second cell trains", [&] { return second_cell_trains(workspace); });
  fs::remove_all(workspace.root() / "out");
  workspace.tell_to_go_on();
  EXPECT_EQ(run.exit_code(), 3) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("results.jsonl"), HasSubstr("it was removed")));
  EXPECT_TRUE(run.nothing_is_left(0)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
