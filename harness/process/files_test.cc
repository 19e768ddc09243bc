#include "harness/process/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "harness/process/temporary_folder.h"

namespace gridlock::process {
namespace {

namespace fs = std::filesystem;

struct WholeFiles : testing::Test {
  const TemporaryFolder folder{"files"};
  const fs::path path = folder.path() / "evidence.txt";
  const fs::path victim = folder.path() / "victim";

  long count() const { return std::distance(fs::directory_iterator(folder.path()), {}); }
};

TEST_F(WholeFiles, ALinkIsReplacedAndNotFollowed) {
  ASSERT_TRUE(write_text(victim, "precious"));
  fs::create_symlink(victim, path);
  EXPECT_TRUE(write_text(path, "new"));
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_EQ(read_text(path), "new");
  EXPECT_EQ(read_text(victim), "precious");
}

TEST_F(WholeFiles, ALinkThatTheUserNamesStaysALink) {
  ASSERT_TRUE(write_text(victim, "old"));
  fs::create_symlink(victim, path);  // as /dev/stdout is if it is redirected to a file
  EXPECT_TRUE(replace_text(path, "new"));
  EXPECT_TRUE(fs::is_symlink(path));
  EXPECT_EQ(read_text(victim), "new");
}

TEST_F(WholeFiles, ANameOfTheGreatestLengthIsWritten) {
  const fs::path longest = folder.path() / std::string(255, 'x');
  EXPECT_TRUE(can_write(longest));
  EXPECT_TRUE(replace_text(longest, "new"));
  EXPECT_EQ(read_text(longest), "new");
}

TEST_F(WholeFiles, ACheckDoesNotTouchAPipe) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(can_write(path));  // would wait for a reader if it opened the pipe
}

TEST_F(WholeFiles, ALinkToNothingCreatesNothingElsewhere) {
  fs::create_symlink(victim, path);
  EXPECT_TRUE(write_text(path, "new"));
  EXPECT_FALSE(fs::exists(victim));
  EXPECT_EQ(read_text(path), "new");
}

TEST_F(WholeFiles, ALinkToASpecialFileIsOnlyFollowedIfTheUserNamesIt) {
  fs::create_symlink("/dev/null", path);
  EXPECT_TRUE(replace_text(path, "new"));
  EXPECT_TRUE(fs::is_symlink(path));
  EXPECT_TRUE(write_text(path, "new"));
  EXPECT_EQ(read_text(path), "new");
}

TEST_F(WholeFiles, APipeWithoutReaderHoldsNobodyUp) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(write_text(path, "new"));
  EXPECT_EQ(read_text(path), "new");
}

TEST_F(WholeFiles, AFolderOfTheNameIsAnError) {
  fs::create_directory(path);
  EXPECT_FALSE(write_text(path, "new"));
  EXPECT_EQ(errno, EISDIR);
  EXPECT_EQ(count(), 1);
}

TEST_F(WholeFiles, AFullDiskKeepsTheOldFile) {
  ASSERT_TRUE(write_text(path, "old"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const bool written = write_text(path, std::string(1000, 'x'));
  const int error = errno;
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_FALSE(written);
  EXPECT_EQ(error, EFBIG);
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(WholeFiles, AReaderSeesOnlyWholeTextsOfSeveralWriters) {
  constexpr int kTimes = 300;
  const auto text = [](char letter) { return std::string(200'000, letter); };
  ASSERT_TRUE(replace_text(path, text('a')));
  const auto write = [&](char letter) {
    for (int i = 0; i < kTimes; ++i) replace_text(path, text(letter));
  };
  std::jthread first(write, 'a'), second(write, 'b');
  for (int i = 0; i < kTimes; ++i) {
    const std::string read = read_text(path);
    ASSERT_TRUE(read == text('a') || read == text('b')) << read.size();
  }
}

TEST_F(WholeFiles, ACreatedFileReplacesALink) {
  ASSERT_TRUE(write_text(victim, "precious"));
  fs::create_symlink(victim, path);
  EXPECT_TRUE(create_file(path));
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_TRUE(create_file(path));
  EXPECT_EQ(read_text(victim), "precious");
  EXPECT_FALSE(create_file(folder.path() / "none" / "file"));
}

}  // namespace
}  // namespace gridlock::process
