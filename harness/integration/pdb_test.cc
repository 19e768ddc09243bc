// Tests gridlock run --pdb on a pseudoterminal.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <optional>
#include <stdexcept>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using verdict::Verdict;

// A pseudoterminal. The test holds one end and collects the text that gridlock and pdb print on the
// other.
class Terminal {
 public:
  Terminal() : mine_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)) {
    if (grantpt(mine_.get()) != 0 || unlockpt(mine_.get()) != 0) throw std::runtime_error("no pty");
    its_ = process::Fd(open(ptsname(mine_.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  }

  int its() const { return its_.get(); }
  void type(const std::string& text) const {
    ASSERT_EQ(write(mine_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  const std::string& shown() {
    char bytes[4096];
    for (ssize_t size = 1; size > 0;) {
      size = read(mine_.get(), bytes, sizeof bytes);
      if (size > 0) shown_.append(bytes, static_cast<std::size_t>(size));
    }
    return shown_;
  }
  bool echoes() const {
    termios settings{};
    return tcgetattr(its_.get(), &settings) == 0 && (settings.c_lflag & ECHO) != 0;
  }

 private:
  process::Fd mine_;
  process::Fd its_;
  std::string shown_;
};

class Pdb : public ::testing::Test {
 protected:
  // Starts gridlock with the terminal as its standard input.
  void start(const Words& words) {
    const process::Fd before(dup(STDIN_FILENO));
    dup2(terminal_.its(), STDIN_FILENO);
    run_.emplace(workspace_, words);
    dup2(before.get(), STDIN_FILENO);
  }
  void wait_for(const std::string& text) {
    run_->wait_until("the terminal showed " + text,
                     [&] { return terminal_.shown().find(text, seen_) != std::string::npos; });
    seen_ = terminal_.shown().find(text, seen_) + text.size();
  }

  const Workspace workspace_;
  Terminal terminal_;
  std::optional<GridlockRun> run_;
  std::size_t seen_ = 0;
};

class PdbOfTier : public Pdb, public ::testing::WithParamInterface<const char*> {};

TEST_P(PdbOfTier, DebugsTheFirstRankThatRaisesWhileTheOthersWait) {
  start(run_words("faults", {"--select", "fault = raise_on_rank_1", "--tier", GetParam(), "--pdb",
                             "--deadline", "60"}));
  wait_for("traceback of rank 1 of tiny/");
  wait_for("ValueError: planted on rank 1");
  wait_for("(Pdb) ");
  terminal_.type("p 'the frame of', dist.get_rank()\n");
  wait_for("('the frame of', 1)");
  wait_for("(Pdb) ");  // input that arrives before the prompt may get lost
  EXPECT_EQ(run_->processes(Kind::kRank).size(), 2u) << describe(run_->processes());
  terminal_.type("\x04");
  wait_for("end of pdb");
  EXPECT_EQ(run_->exit_code(), 1) << run_->output();
  EXPECT_THAT(run_->output(), HasSubstr("Rank 1 raised ValueError in step 1"));
  EXPECT_TRUE(run_->nothing_is_left(2)) << describe(run_->processes());
  const auto records = workspace_.results();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].verdict, Verdict::kCrash);
  EXPECT_THAT(records[0].ranks, ::testing::ElementsAre(1));
  EXPECT_THAT(records[0].reports[1].traceback, HasSubstr("in raise_on_every_rank"));
  EXPECT_TRUE(terminal_.echoes());
  EXPECT_FALSE(exists(workspace_.root() / "out/.debugged"));
}

INSTANTIATE_TEST_SUITE_P(Tiers, PdbOfTier, ::testing::Values("fork", "warm", "cold"),
                         [](const auto& tier) { return std::string(tier.param); });

// All ranks raise, but only one of them opens a debugger.
TEST_F(Pdb, OpensOnceForACellAndEndsTheRun) {
  start(run_words("raises", {"--pdb"}));
  wait_for("(Pdb) ");
  terminal_.type("q\n");
  EXPECT_EQ(run_->exit_code(), 1) << run_->output();
  EXPECT_THAT(run_->output(), HasSubstr("STOPPED AFTER A FAILURE: 2 of 4 cells finished"));
  EXPECT_EQ(terminal_.shown().find("(Pdb) ", seen_), std::string::npos) << terminal_.shown();
}

TEST_F(Pdb, CtrlCAtThePromptEndsNeitherTheDebuggerNorTheRun) {
  start(run_words("raises", {"--pdb"}));
  wait_for("(Pdb) ");
  terminal_.type("import time; print('asleep'); time.sleep(100)\n");
  wait_for("asleep\r\n");
  kill(run_->pid(), SIGINT);
  wait_for("KeyboardInterrupt");
  wait_for("(Pdb) ");
  terminal_.type("q\n");
  EXPECT_EQ(run_->exit_code(), 1) << run_->output();
}

TEST_F(Pdb, ARunThatIsInterruptedLeavesTheTerminalAsItWas) {
  start(run_words("raises", {"--pdb"}));
  wait_for("(Pdb) ");
  kill(run_->pid(), SIGTERM);
  EXPECT_EQ(run_->exit_code(), 130) << run_->output();
  EXPECT_TRUE(run_->nothing_is_left(2)) << describe(run_->processes());
  EXPECT_TRUE(terminal_.echoes());
  EXPECT_FALSE(exists(workspace_.root() / "out/.debugged"));
}

}  // namespace
}  // namespace gridlock::integration
