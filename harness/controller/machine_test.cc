#include "harness/controller/machine.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gridlock::controller
