#include "bench/minimize_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::bench {
namespace {

TEST(MinimizeTargets, AMissedOneIsTold) {
  const std::vector<Target> targets = {{"slips", 0, 0}, {"questions", 60, 61}};
  EXPECT_FALSE(all_met(targets));
  EXPECT_THAT(target_table(targets),
              ::testing::ContainsRegex("slips +0 +0  met\nquestions +60 +61  MISSED"));
  EXPECT_TRUE(all_met({targets.front()}));
}

TEST(MinimizeTargets, TheMedianIsOfTheMiddle) {
  EXPECT_EQ(median_of({5, 1, 9}), 5);
  EXPECT_EQ(median_of({}), 0);
  EXPECT_EQ(greatest_of({1, 3, 2}), 3);
}

}  // namespace
}  // namespace gridlock::bench
