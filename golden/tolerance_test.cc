#include "golden/tolerance.h"

#include <gtest/gtest.h>

#include <vector>

namespace gridlock::golden {
namespace {

TEST(Tolerance, EveryPrecisionOfTheCatalogueHasARow) {
  for (const char* precision : {"fp32", "bf16", "fp16"}) {
    EXPECT_NE(find_tolerance(precision), nullptr) << precision;
  }
}

TEST(Tolerance, FewerBitsAreAllowedMore) {
  const Tolerance* fp32 = find_tolerance("fp32");
  const Tolerance* fp16 = find_tolerance("fp16");
  const Tolerance* bf16 = find_tolerance("bf16");
  EXPECT_LT(fp32->loss.relative, fp16->loss.relative);
  EXPECT_LT(fp16->loss.relative, bf16->loss.relative);
  EXPECT_LT(fp32->grad_norm.relative, fp16->grad_norm.relative);
  EXPECT_LT(fp16->grad_norm.relative, bf16->grad_norm.relative);
}

TEST(Tolerance, UnknownPrecisionIsJudgedByTheStrictestRow) {
  EXPECT_EQ(find_tolerance("fp4"), nullptr);
  EXPECT_EQ(tolerance_or_strictest("fp4").precision, "fp32");
  for (const Tolerance& row : tolerances()) {
    EXPECT_LE(tolerance_or_strictest("fp4").loss.relative, row.loss.relative);
  }
}

TEST(Tolerance, TheBoundScalesWithTheLargerNumberWhateverItsSign) {
  const Bound bound{.relative = 0.1};
  EXPECT_DOUBLE_EQ(bound.allowed(2, -10, 1), 1.0);
  EXPECT_DOUBLE_EQ(bound.allowed(-10, 2, 1), 1.0);
  EXPECT_DOUBLE_EQ(bound.allowed(0, 0, 1), 0.0);
}

TEST(Tolerance, TheAbsolutePartHoldsNearZero) {
  const Bound bound{.relative = 0.1, .absolute = 0.5};
  EXPECT_DOUBLE_EQ(bound.allowed(0, 0, 1), 0.5);
}

TEST(Tolerance, EachStepMayHaveItsOwn) {
  const std::vector<double> steps = {0.1, 0.2};
  const Bound bound{.by_step = steps};
  EXPECT_DOUBLE_EQ(bound.allowed(10, 0, 0), 1.0);
  EXPECT_DOUBLE_EQ(bound.allowed(10, 0, 1), 2.0);
  EXPECT_DOUBLE_EQ(bound.allowed(10, 0, 7), 2.0) << "as the last";
  const Bound looser{.relative = 0.15, .by_step = steps};
  EXPECT_DOUBLE_EQ(looser.allowed(10, 0, 0), 1.5);
  EXPECT_DOUBLE_EQ(looser.allowed(10, 0, 1), 2.0);
}

}  // namespace
}  // namespace gridlock::golden
