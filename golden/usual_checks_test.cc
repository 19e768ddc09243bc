#include "golden/usual_checks.h"

#include <gtest/gtest.h>

#include <vector>

namespace gridlock::golden {
namespace {

bool holds(std::size_t check, std::vector<double> left, std::vector<double> right) {
  return usual_checks()[check].holds(left, right);
}

TEST(UsualChecks, FinalLossesMayBeFivePercentApart) {
  EXPECT_TRUE(holds(0, {9, 1.04}, {1, 1}));
  EXPECT_FALSE(holds(0, {1, 1.06}, {1, 1}));
  EXPECT_FALSE(holds(0, {}, {1}));
}

TEST(UsualChecks, EachLossMayBeFivePercentApart) {
  EXPECT_TRUE(holds(1, {1.04, 0.96}, {1, 1}));
  EXPECT_FALSE(holds(1, {1.06, 1}, {1, 1}));
  EXPECT_FALSE(holds(1, {1}, {1, 1}));
  EXPECT_FALSE(holds(1, {}, {}));
}

TEST(UsualChecks, AllcloseHasTheDefaultsOfTorch) {
  EXPECT_TRUE(holds(2, {1 + 9e-6}, {1}));
  EXPECT_FALSE(holds(2, {1 + 2e-5}, {1}));
}

}  // namespace
}  // namespace gridlock::golden
