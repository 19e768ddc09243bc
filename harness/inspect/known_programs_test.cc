#include "harness/inspect/known_programs.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::inspect {
namespace {

namespace fs = std::filesystem;

// A copy of tail(1), which follows /dev/null, or of another program, with any path and arguments.
// It is killed at the end of the test.
class Program {
 public:
  Program(const fs::path& file, std::vector<std::string> arguments,
          const fs::path& original = "/usr/bin/tail") {
    fs::create_directories(file.parent_path());
    fs::copy_file(original, file, fs::copy_options::overwrite_existing);
    arguments.insert(arguments.begin(), file.string());
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      execv(file.c_str(), words.data());
      _exit(1);
    }
    const fs::path link = fs::path("/proc") / std::to_string(pid_) / "exe";
    std::error_code error;
    while (fs::read_symlink(link, error) != fs::canonical(file)) usleep(1000);
  }
  ~Program() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

struct KnownPrograms : testing::Test {
  ~KnownPrograms() override { fs::remove_all(folder); }
  const fs::path folder = fs::path(testing::TempDir()) / ("known-" + std::to_string(getpid()));
};

TEST_F(KnownPrograms, APySpyHelpsOnlyIfGridlockHasStartedIt) {
  const Program spy(folder / "py-spy", {"-f", "/dev/null"});
  EXPECT_TRUE(is_helper(spy.pid(), getpid()));
  EXPECT_FALSE(is_helper(spy.pid(), 1));
}

TEST_F(KnownPrograms, AWordInAPathIsNoIdentity) {
  const Program tools(folder / "py-spy-tools" / "notify", {"-f", "/dev/null"});
  EXPECT_FALSE(is_helper(tools.pid(), getpid()));
  const fs::path script = folder / "torch" / "_inductor" / "compile_worker" / "__main__.py";
  const Program worker(folder / "python", {"-f", "/dev/null", script.string()});
  EXPECT_FALSE(is_helper(worker.pid(), getpid()));
  const Program tracker(folder / "bin" / "python",
                        {"-f", "/dev/null", "multiprocessing.resource_tracker"});
  EXPECT_FALSE(is_helper(tracker.pid(), getpid()));
}

constexpr const char* kTracker = "from multiprocessing.resource_tracker import main;main(";

// Python as `multiprocessing` starts it. The tracker runs until the other end of its pipe is
// closed.
TEST_F(KnownPrograms, TheResourceTrackerIsKnown) {
  if (!fs::exists("/usr/bin/python3")) GTEST_SKIP() << "there is no /usr/bin/python3";
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string code = kTracker + std::to_string(ends[0]) + ")";
  const Program tracker(folder / "python3", {"-I", "-X", "utf8", "-Wignore", "-c", code},
                        fs::canonical("/usr/bin/python3"));
  EXPECT_TRUE(is_helper(tracker.pid(), getpid()));
  close(ends[0]);
  close(ends[1]);
}

TEST_F(KnownPrograms, WordsThatFollowTheProgramAreNoIdentity) {
  const fs::path python = "/usr/bin/python3";
  if (!fs::exists(python)) GTEST_SKIP() << "there is no /usr/bin/python3";
  const std::string sleep = "import time; time.sleep(1000)", code = kTracker + std::string("3)");
  const Program notifier(folder / "python3", {"-I", "-c", sleep, "py-spy", "-c", code},
                         fs::canonical(python));
  EXPECT_FALSE(is_helper(notifier.pid(), getpid()));
}

TEST_F(KnownPrograms, AProgramOfAnotherFolderIsNotGridlock) {
  const Program other(folder / "gridlock-train", {"-f", "/dev/null"});
  EXPECT_FALSE(is_gridlock(other.pid()));
  EXPECT_TRUE(is_gridlock(getpid()));
}

}  // namespace
}  // namespace gridlock::inspect
