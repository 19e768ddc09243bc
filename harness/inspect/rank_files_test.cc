#include "harness/inspect/rank_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::inspect {
namespace {

namespace fs = std::filesystem;

struct RankFiles : testing::Test {
  RankFiles() {
    for (const int rank : {0, 1}) {
      ranks.push_back({.rank = rank, .ring = trace::Ring::create(), .log = process::make_log()});
      EXPECT_EQ(write(ranks.back().log.get(), "hello\n", 6), 6);
    }
  }
  fs::path file(const char* name) const { return folder.path() / "cell" / name; }

  const process::TemporaryFolder folder{"rank-files"};
  std::vector<LocalRank> ranks;
};

TEST_F(RankFiles, HaveTheOutputAndTheEvents) {
  const Written written = write_rank_files(folder.path() / "cell", ranks);
  EXPECT_TRUE(written.any && written.all);
  for (const char* name : {"rank0.log", "rank1.log", "rank0.events.txt", "rank1.events.txt"})
    EXPECT_TRUE(fs::exists(file(name))) << name;
}

TEST_F(RankFiles, ALogThatFailsIsSaidAndTheOthersAreWritten) {
  fs::create_directories(file("rank0.log"));  // a folder in its place
  for (const auto& write : {write_rank_files, write_logs}) {
    const Written written = write(folder.path() / "cell", ranks);
    EXPECT_TRUE(written.any);
    EXPECT_FALSE(written.all);
    EXPECT_EQ(process::read_text(file("rank1.log")), "hello\n");
  }
  EXPECT_TRUE(fs::exists(file("rank0.events.txt")));
}

TEST_F(RankFiles, WithoutOutputThereIsNoFolder) {
  for (LocalRank& rank : ranks) process::clear_log(rank.log.get());
  const Written written = write_logs(folder.path() / "cell", ranks);
  EXPECT_FALSE(written.any);
  EXPECT_TRUE(written.all);
  EXPECT_FALSE(fs::exists(folder.path() / "cell"));
}

TEST_F(RankFiles, AreNotWrittenThroughALink) {
  const fs::path victim = folder.path() / "victim";
  ASSERT_TRUE(process::write_text(victim, "precious"));
  fs::create_directories(file(""));
  fs::create_symlink(victim, file("rank0.log"));
  EXPECT_TRUE(write_rank_files(folder.path() / "cell", ranks).all);
  EXPECT_EQ(process::read_text(victim), "precious");
  EXPECT_EQ(process::read_text(file("rank0.log")), "hello\n");
}

}  // namespace
}  // namespace gridlock::inspect
