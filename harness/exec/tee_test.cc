#include "harness/exec/tee.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "harness/process/files.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

struct TeeTest : testing::Test {
  ~TeeTest() override {
    if (child > 0) kill(child, SIGKILL), waitpid(child, nullptr, 0);
    fs::remove_all(folder);
  }
  void writes(const process::Fd& pipe, const std::string& text, bool without_end) {
    child = fork();
    if (child != 0) return;
    do {
      if (write(pipe.get(), text.data(), text.size()) < 0) _exit(1);
    } while (without_end);
    _exit(0);
  }
  const fs::path folder = fs::path(testing::TempDir()) / ("tee-" + std::to_string(getpid()));
  pid_t child = -1;
  Tee tee{folder};
};

TEST_F(TeeTest, WritesAFileForEachRankAndPrintsWithTheName) {
  process::Fd pipe = tee.add("rank 2");
  writes(pipe, "one\ntwo", false);
  waitpid(child, nullptr, 0);
  child = -1;
  pipe.reset();
  testing::internal::CaptureStdout();
  tee.finish();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "[rank 2] one\n[rank 2] two\n");
  EXPECT_EQ(process::read_text(folder / "rank2.log"), "one\ntwo");
}

TEST_F(TeeTest, ALinkInTheFolderIsReplacedAndNotFollowed) {
  const fs::path victim = folder / "victim";
  ASSERT_TRUE(process::write_text(victim, "precious"));
  fs::create_symlink(victim, folder / "rank1.log");
  tee.add("rank 1");
  EXPECT_FALSE(fs::is_symlink(folder / "rank1.log"));
  EXPECT_EQ(process::read_text(victim), "precious");
}

TEST_F(TeeTest, ARankThatPrintsWithoutEndDoesNotHoldTheCaller) {
  const process::Fd pipe = tee.add("rank 0");
  writes(pipe, std::string(999, 'x') + "\n", true);
  testing::internal::CaptureStdout();
  while (!tee.pump()) usleep(1000);  // until there is more than it reads at once
  tee.finish();
  EXPECT_GT(testing::internal::GetCapturedStdout().size(), 0u);
}

}  // namespace
}  // namespace gridlock::exec
