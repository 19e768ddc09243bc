#include "harness/controller/run_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <fstream>

#include "harness/process/fd.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::controller {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() { fs::create_directories(folder_.root()); }
  void write(const fs::path& path, const std::string& text) const { std::ofstream(path) << text; }

  process::TemporaryFolder above_{"run-folder"};
  RunFolder folder_{above_.path() / "run"};
};

TEST_F(RunFolderTest, WithoutAFinishedCellItHasNoResults) {
  EXPECT_FALSE(folder_.is_run());
  write(folder_.results(), "");
  EXPECT_TRUE(folder_.is_run());
  EXPECT_FALSE(folder_.has_results());
  write(folder_.results(), "{}\n");
  EXPECT_TRUE(folder_.has_results());
}

TEST_F(RunFolderTest, IsInUseWhileARunHoldsItsResults) {
  EXPECT_FALSE(folder_.is_in_use());
  write(folder_.results(), "");
  EXPECT_FALSE(folder_.is_in_use());
  const process::Fd other(open(folder_.results().c_str(), O_RDWR));
  ASSERT_EQ(flock(other.get(), LOCK_EX), 0);
  EXPECT_TRUE(folder_.is_in_use());
}

TEST(RunFolder, EvidenceIsAFolderForEachTraining) {
  EXPECT_EQ(RunFolder::evidence("dense/fp32.cp4", 0), "evidence/dense_fp32.cp4");
  EXPECT_EQ(RunFolder::evidence("dense/fp32.cp4", 2), "evidence/dense_fp32.cp4-again2");
}

}  // namespace
}  // namespace gridlock::controller
