#include "harness/diagnosis/blowup.h"

#include <gtest/gtest.h>

#include <limits>

namespace gridlock::diagnosis {
namespace {

// Compile times of one block of ring attention in torch 2.11, with the old line of
// find_first_unfusible restored.
const std::vector<CompileTime> kPlanted = {{10, 2.1}, {12, 3.3}, {14, 9.0}};

TEST(Blowup, ThePartitionersExponentialIsPastTheBound) {
  const auto blowup = judge_compile_time("cp", kPlanted, {16, 63}, false);
  ASSERT_TRUE(blowup);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_TRUE(blowup->exponential);
  EXPECT_NEAR(blowup->healthy, 5.7, 0.01);
  EXPECT_EQ(describe(*blowup),
            "2.1 s at cp 10, 3.3 s at cp 12, 9.0 s at cp 14, 63 s so far at cp 16: about doubles "
            "with each link; expected about 5.7 s; at this rate the compile takes about 6 days at "
            "cp 32");
}

TEST(Blowup, SaysHowLongItWouldTake) {
  auto siblings = kPlanted;
  siblings.push_back({16, 63});
  const auto blowup = judge_compile_time("cp", siblings, {32, 60}, false);
  ASSERT_TRUE(blowup);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_GT(blowup->expected_seconds, 86400);
  EXPECT_EQ(describe(*blowup),
            "2.1 s at cp 10, 3.3 s at cp 12, 9.0 s at cp 14, 63 s at cp 16, 60 s so far at cp 32: "
            "about doubles with each link; expected about 15 s; at this rate the compile takes "
            "about 4 days, and years at cp 64");
}

TEST(Blowup, LinearGrowthIsNotPastTheBound) {
  const std::vector<CompileTime> healthy = {{4, 1.3}, {8, 2.1}, {12, 2.9}, {16, 3.7}};
  const auto blowup = judge_compile_time("cp", healthy, {20, 4.5}, true);
  ASSERT_TRUE(blowup);
  EXPECT_FALSE(blowup->past_bound);
  EXPECT_FALSE(blowup->exponential);
  EXPECT_EQ(describe(*blowup),
            "1.3 s at cp 4, 2.1 s at cp 8, 2.9 s at cp 12, 3.7 s at cp 16, 4.5 s at cp 20: grows "
            "about linearly; expected about 5.2 s");
}

TEST(Blowup, ASlowMachineAndColdCachesAreNone) {
  const std::vector<CompileTime> warm = {{4, 1}, {6, 1.2}};
  EXPECT_FALSE(judge_compile_time("layers", warm, {8, 1.4 + 12}, true)->past_bound) << "floor";
  const std::vector<CompileTime> large = {{2, 40}, {4, 80}};
  EXPECT_FALSE(judge_compile_time("layers", large, {8, 400}, true)->past_bound) << "factor";
  EXPECT_TRUE(judge_compile_time("layers", large, {8, 600}, true)->past_bound);
}

TEST(Blowup, FasterLargeSiblingsDoNotTiltTheLineDown) {
  const std::vector<CompileTime> noisy = {{2, 12}, {4, 6}};
  EXPECT_GE(judge_compile_time("layers", noisy, {8, 30}, true)->healthy, 12);
}

TEST(Blowup, OneSiblingPredictsInProportion) {
  const auto blowup = judge_compile_time("layers", {{2, 3}}, {4, 30}, true);
  ASSERT_TRUE(blowup);
  EXPECT_DOUBLE_EQ(blowup->healthy, 6);
  EXPECT_TRUE(blowup->past_bound);
  EXPECT_EQ(describe(*blowup), "3.0 s at layers 2, 30 s at layers 4; expected about 6.0 s");
}

TEST(Blowup, SiblingsThatSayNothingAreLeftAside) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(judge_compile_time("cp", {}, {4, 30}, true));
  EXPECT_FALSE(judge_compile_time("cp", {{4, 1}, {8, 1}, {2, 0}, {1, nan}}, {4, 30}, true));
  EXPECT_FALSE(judge_compile_time("cp", {{2, 1}}, {4, nan}, true));
  const auto repeated = judge_compile_time("cp", {{2, 9}, {2, 3}}, {4, 30}, true);
  ASSERT_TRUE(repeated);
  EXPECT_EQ(repeated->siblings.size(), 1u);
  EXPECT_DOUBLE_EQ(repeated->siblings[0].seconds, 3);
}

}  // namespace
}  // namespace gridlock::diagnosis
