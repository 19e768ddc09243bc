#include "minimizer/ranks/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gridlock::minimizer {
namespace {

const Comparison kTwoSides{{"--numbers"}, {"--control"}, {{"loss", 1e-3}}, 1e-5};

TEST(ComparisonTest, ReadsTheLinesWithAStep) {
  const Numbers numbers = numbers_in(
      "W1123 a warning\n{\"step\": 0, \"loss\": 2.5, \"grad_norm\": 1e-3}\n{not json}\n{\"x\": 1}\n"
      "{\"step\": 1, \"loss\": NaN, \"grad_norm\": -Infinity}\n");
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers[0],
            (std::vector<std::pair<std::string, double>>{{"loss", 2.5}, {"grad_norm", 1e-3}}));
  EXPECT_TRUE(std::isnan(numbers[1][0].second));
  EXPECT_EQ(numbers[1][1].second, -HUGE_VAL);
}

TEST(ComparisonTest, WhichRankPrintsFirstDoesNotMatter) {
  const auto numbers = numbers_in(
      "{\"step\": 1, \"loss\": 3.5}\n{\"step\": 0, \"loss\": 2.5}\n\n"
      "step 0 {\"step\": 0, \"loss\": 1.5}\n");
  EXPECT_EQ(numbers, (Numbers{{{"loss", 1.5}}, {{"loss", 2.5}}, {{"loss", 3.5}}}));
}

TEST(ComparisonTest, NamesTheFirstNumberBeyondItsBound) {
  const Numbers right{{{"loss", 2.0}, {"norm", 1.0}}, {{"loss", 1.0}, {"norm", 1.0}}};
  const Numbers within{{{"loss", 2.001}, {"norm", 1.000001}}, {{"loss", 1.0}, {"norm", 1.0}}};
  EXPECT_FALSE(compare(within, right, kTwoSides));
  const Numbers off{{{"loss", 2.001}, {"norm", 1.000001}}, {{"loss", 1.5}, {"norm", 9.0}}};
  const auto found = compare(off, right, kTwoSides);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->signature, (Signature{"wrong", {{"class", "loss"}, {"error", "below 100 %"}}}));
  EXPECT_EQ(found->sentence, "loss of step 1 is 1.5, but 1 with --control");
}

TEST(ComparisonTest, WhatIsNotANumberIsWrong) {
  const Numbers right{{{"loss", 2.0}}}, off{{{"loss", std::nan("")}}};
  ASSERT_TRUE(compare(off, right, kTwoSides));
  EXPECT_EQ(compare(off, right, kTwoSides)->signature.fields[1].second, "not finite");
  EXPECT_TRUE(find_not_finite(off));
  EXPECT_FALSE(find_not_finite(right));
}

}  // namespace
}  // namespace gridlock::minimizer
