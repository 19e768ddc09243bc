#include "harness/controller/run_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <fstream>

#include "harness/process/fd.h"

namespace gridlock::controller {
namespace {

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
    std::ofstream(folder_.results()) << "{}\n";
  }
  std::filesystem::path root_ = std::filesystem::path(testing::TempDir()) / "run-folder-test";
  RunFolder folder_{root_};
};

TEST_F(RunFolderTest, WhatAnEarlierRunLeftIsKeptAside) {
  folder_.set_aside();
  EXPECT_FALSE(folder_.has_results());
  EXPECT_TRUE(RunFolder(root_.string() + ".previous").has_results());
}

TEST_F(RunFolderTest, ARunThatGoesOnIsNotSetAside) {
  const process::Fd other(open(folder_.results().c_str(), O_RDWR));
  ASSERT_EQ(flock(other.get(), LOCK_EX), 0);
  EXPECT_THROW(folder_.set_aside(), std::runtime_error);
  EXPECT_TRUE(folder_.has_results());
}

TEST(RunFolder, EvidenceIsAFolderForEachTraining) {
  EXPECT_EQ(RunFolder::evidence("dense/fp32.cp4", 0), "evidence/dense_fp32.cp4");
  EXPECT_EQ(RunFolder::evidence("dense/fp32.cp4", 2), "evidence/dense_fp32.cp4-again2");
}

}  // namespace
}  // namespace gridlock::controller
