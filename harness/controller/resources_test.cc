#include "harness/controller/resources.h"

#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

TEST(Resources, ACellThatIsAloneAlwaysFits) {
  Resources small({.cores = 2, .available_gib = 1}, 0);
  EXPECT_TRUE(small.fits(32, false));
  small.acquire(32, false);
  EXPECT_FALSE(small.fits(1, false));
}

TEST(Resources, CoresLimitHowManyRunSideBySide) {
  Resources resources({.cores = 8, .available_gib = 64}, 0);
  const auto first = resources.acquire(4, false);
  EXPECT_TRUE(resources.fits(4, false));
  resources.acquire(4, false);
  EXPECT_FALSE(resources.fits(1, false));
  resources.release(first);
  EXPECT_TRUE(resources.fits(4, false));
  EXPECT_EQ(resources.max_concurrent(4, false), 2);
}

TEST(Resources, MemoryLimitsThemToo) {
  Resources resources({.cores = 64, .available_gib = 4}, 0);
  resources.acquire(4, false);
  EXPECT_TRUE(resources.fits(4, false));
  resources.acquire(4, false);
  EXPECT_FALSE(resources.fits(1, false));
}

TEST(Resources, AGivenNumberOfJobsIsKept) {
  Resources resources({.cores = 64, .available_gib = 64}, 2);
  resources.acquire(1, false);
  EXPECT_TRUE(resources.fits(1, false));
  resources.acquire(1, false);
  EXPECT_FALSE(resources.fits(1, false));
}

TEST(Resources, NoTwoCellsShareAGpu) {
  Resources resources({.cores = 64, .available_gib = 64, .gpus = 4}, 0);
  const auto first = resources.acquire(2, true);
  const auto second = resources.acquire(2, true);
  EXPECT_EQ(first.devices, (std::vector<int>{0, 1}));
  EXPECT_EQ(second.devices, (std::vector<int>{2, 3}));
  EXPECT_FALSE(resources.fits(1, true));
  EXPECT_TRUE(resources.fits(4, false));
  resources.release(first);
  EXPECT_TRUE(resources.fits(2, true));
  EXPECT_FALSE(resources.fits(3, true));
}

}  // namespace
}  // namespace gridlock::controller
