#include "harness/controller/machine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace gridlock::controller {
namespace {

TEST(Machine, CudaVisibleDevicesIsReadAsCudaReadsIt) {
  EXPECT_EQ(visible_gpus(4, nullptr), 4);
  EXPECT_EQ(visible_gpus(4, ""), 0);
  EXPECT_EQ(visible_gpus(4, "1,3"), 2);
  EXPECT_EQ(visible_gpus(4, "0,9,1"), 1);
  EXPECT_EQ(visible_gpus(4, "-1"), 0);
  EXPECT_EQ(visible_gpus(2, "GPU-5f1c,GPU-77aa"), 2);
}

TEST(Machine, IsDescribedInWords) {
  EXPECT_EQ(describe({2, 23.6, 0}), "2 cores, 24 GiB, no GPU");
  EXPECT_EQ(describe({1, 4, 1}), "1 core, 4 GiB, 1 GPU");
}

TEST(Machine, ThisOneHasACore) {
  EXPECT_GE(inspect_machine().cores, 1);
}

TEST(Machine, AGpuMayHaveAnyNumber) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("devices-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  EXPECT_EQ(present_gpus(folder), 0);
  for (const char* name : {"nvidia3", "nvidiactl", "nvidia-uvm", "nvidia11", "nvidia"}) {
    std::ofstream(folder / name);
  }
  EXPECT_EQ(present_gpus(folder), 2);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(present_gpus(folder), 0);
}

}  // namespace
}  // namespace gridlock::controller
