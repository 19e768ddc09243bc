#include "minimizer/gaps.h"

#include <gtest/gtest.h>

namespace gridlock::minimizer {
namespace {

TEST(Gaps, TheFirstGuessIsMostOfWhatIsExpected) {
  const Gaps gaps(1000);
  EXPECT_EQ(gaps.survival(0), 1);
  EXPECT_GT(gaps.survival(300), 0.5);
  EXPECT_LT(gaps.survival(700), 0.5);
}

TEST(Gaps, ShortOnesAreLearned) {
  Gaps gaps(1000);
  for (int i = 0; i < 10; ++i) gaps.add(10);
  EXPECT_LT(gaps.survival(30), 0.3);
  EXPECT_GT(gaps.survival(2), 0.7);
}

// Necessary items form groups. If no necessary item is near, the next one is therefore far away.
TEST(Gaps, WhereNoneIsNearTheNextOneIsFar) {
  Gaps gaps(1000);
  for (int i = 0; i < 10; ++i) gaps.add(i % 2 == 0 ? 5 : 1000);
  EXPECT_LT(gaps.survival(100), 0.6);
  EXPECT_GT(gaps.survival(200) / gaps.survival(100), 0.8);
}

TEST(Gaps, AnEndlessGapTeachesNothing) {
  Gaps gaps(1);
  gaps.add(1e6);
  EXPECT_EQ(gaps.survival(0), 1);
}

}  // namespace
}  // namespace gridlock::minimizer
