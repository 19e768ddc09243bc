#include "golden/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace gridlock::golden {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr Bound kHundredth{.absolute = 0.01};

using Series = std::vector<double>;

TEST(Compare, EqualSeriesAgree) {
  EXPECT_FALSE(compare("loss", Series{4, 3, 2}, Series{4, 3, 2}, Bound{}));
  EXPECT_FALSE(compare("loss", Series{}, Series{}, Bound{}));
}

TEST(Compare, ADifferenceEqualToTheBoundAgrees) {
  EXPECT_FALSE(compare("loss", Series{1.0}, Series{1.5}, Bound{.absolute = 0.5}));
  EXPECT_TRUE(compare("loss", Series{1.0}, Series{1.5}, Bound{.absolute = 0.49}));
}

// A divergence that heals before the last step is still a divergence.
TEST(Compare, EveryStepIsComparedNotOnlyTheLast) {
  for (std::size_t bad = 0; bad < 4; ++bad) {
    Series right{4, 3, 2, 1};
    right[bad] += 0.5;
    const auto mismatch = compare("loss", Series{4, 3, 2, 1}, right, kHundredth);
    ASSERT_TRUE(mismatch) << "step " << bad;
    EXPECT_EQ(mismatch->step, bad);
    EXPECT_EQ(mismatch->steps_differing, 1u);
    EXPECT_EQ(mismatch->steps, 4u);
  }
}

TEST(Compare, TheFirstDivergingStepIsNamedWithBothValuesAndTheBound) {
  const auto mismatch = compare("grad norm", Series{1, 2, 3}, Series{1, 2.5, 9}, kHundredth);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->series, "grad norm");
  EXPECT_EQ(mismatch->reason, Reason::kBound);
  EXPECT_EQ(mismatch->step, 1u);
  EXPECT_EQ(mismatch->left, 2);
  EXPECT_EQ(mismatch->right, 2.5);
  EXPECT_EQ(mismatch->difference, 0.5);
  EXPECT_EQ(mismatch->allowed, 0.01);
  EXPECT_EQ(mismatch->steps_differing, 2u);
}

TEST(Compare, LengthsMustAgree) {
  const auto mismatch = compare("loss", Series{1, 2, 3}, Series{1, 2}, kHundredth);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->reason, Reason::kLength);
  EXPECT_EQ(explain(*mismatch), "loss has 3 steps against 2");
  EXPECT_TRUE(compare("loss", Series{}, Series{1}, kHundredth));
  EXPECT_TRUE(compare_exact("loss", Series{1}, Series{}));
}

TEST(Compare, NanAgreesWithNothing) {
  const Bound generous{.absolute = kInf};
  EXPECT_TRUE(compare("loss", Series{kNan}, Series{1}, generous));
  EXPECT_TRUE(compare("loss", Series{1}, Series{kNan}, generous));
  EXPECT_TRUE(compare("loss", Series{kNan}, Series{kNan}, generous));
  EXPECT_TRUE(compare_exact("loss", Series{kNan}, Series{kNan}));
}

TEST(Compare, InfinityIsOutsideOfEveryBound) {
  EXPECT_EQ(compare("loss", Series{kInf}, Series{kInf}, Bound{.relative = 1})->reason,
            Reason::kNotFinite);
  EXPECT_TRUE(compare("loss", Series{kInf}, Series{1}, Bound{.relative = 1}));
  EXPECT_TRUE(std::isnan(compare("loss", Series{kInf}, Series{1}, Bound{})->difference));
}

TEST(CompareExact, OneBitIsEnough) {
  const double next = std::nextafter(4.634, 5);
  EXPECT_FALSE(compare_exact("loss", Series{4.634}, Series{4.634}));
  const auto mismatch = compare_exact("loss", Series{1, 4.634}, Series{1, next});
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->step, 1u);
  EXPECT_EQ(mismatch->reason, Reason::kBits);
}

TEST(CompareExact, ZeroAndMinusZeroDiffer) {
  EXPECT_TRUE(compare_exact("loss", Series{0.0}, Series{-0.0}));
  EXPECT_FALSE(compare("loss", Series{0.0}, Series{-0.0}, Bound{}));
}

TEST(CompareExact, EqualInfinitiesAgree) {
  EXPECT_FALSE(compare_exact("loss", Series{kInf}, Series{kInf}));
  EXPECT_TRUE(compare_exact("loss", Series{kInf}, Series{-kInf}));
}

TEST(Explain, SaysWhatAPersonNeedsInOneLine) {
  EXPECT_EQ(explain(*compare("loss", Series{4.5, 1.25}, Series{4.5, 1.5}, Bound{.absolute = 1e-3})),
            "loss at step 1: 1.25 against 1.5, a difference of 0.25 where 0.001 is allowed");
  EXPECT_EQ(explain(*compare("loss", Series{kNan}, Series{1.5}, kHundredth)),
            "loss at step 0: nan against 1.5: not finite");
  EXPECT_EQ(explain(*compare_exact("grad norm", Series{1}, Series{1.5})),
            "grad norm at step 0: 1 against 1.5, a difference of 0.5 (must match bit for bit)");
}

TEST(Digits, ReadBackAsTheSameNumber) {
  for (double number : {0.1, 4.634000301361084, 1e-300, -0.0, 5.0, 123456789.125}) {
    EXPECT_EQ(std::stod(digits(number)), number);
  }
  EXPECT_EQ(digits(kNan), "nan");
  EXPECT_EQ(digits(-kNan), "nan");
  EXPECT_EQ(digits(-kInf), "-inf");
}

TEST(Margin, IsWhereTheSeriesComeClosestToTheBound) {
  const std::vector<double> left{100, 1, 4}, right{100.5, 1.5, 4};
  const auto found = margin(left, right, {.relative = 0.1, .absolute = 1});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 1U) << "0.5 of 1.15, not of 11.05";
  EXPECT_DOUBLE_EQ(found->difference, 0.5);
  EXPECT_DOUBLE_EQ(found->allowed, 1.15);
  EXPECT_NEAR(used(*found), 0.435, 0.001);
}

TEST(Margin, OfTheSameBitsIsNothing) {
  const std::vector<double> series{1, 2};
  EXPECT_EQ(used(*margin(series, series, {})), 0);
  EXPECT_TRUE(std::isinf(used(*margin(series, std::vector<double>{1, 3}, {}))));
}

TEST(Margin, NeedsSeriesThatCanBeCompared) {
  const std::vector<double> one{1}, two{1, 2};
  EXPECT_FALSE(margin(one, two, {}));
  EXPECT_FALSE(margin({}, {}, {}));
  EXPECT_FALSE(margin(two, std::vector<double>{1, NAN}, {}));
}

}  // namespace
}  // namespace gridlock::golden
