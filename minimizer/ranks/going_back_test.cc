#include "minimizer/ranks/going_back.h"

#include <gtest/gtest.h>

namespace gridlock::minimizer {
namespace {

TEST(GoingBack, FindsTheLastStepThatHoldsWithFewQuestions) {
  for (std::size_t wanted = 0; wanted < 64; ++wanted) {
    int asked = 0;
    const auto found = last_that_holds(64, [&](std::size_t step) {
      EXPECT_GT(step, 0u);
      EXPECT_LT(step, 64u);
      ++asked;
      return step <= wanted;
    });
    EXPECT_EQ(found, wanted);
    EXPECT_LE(asked, 6);
  }
}

TEST(GoingBack, OfOneStepTheOriginalIsLeft) {
  EXPECT_EQ(last_that_holds(1, [](std::size_t) { return true; }), 0u);
}

}  // namespace
}  // namespace gridlock::minimizer
