#include "golden/student_t.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gridlock::golden {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StudentT, IsThatOfTheTables) {
  EXPECT_NEAR(student_t(1, 0.05), 12.706, 1e-3);
  EXPECT_NEAR(student_t(2, 0.05), 4.303, 1e-3);
  EXPECT_NEAR(student_t(7, 0.05), 2.365, 1e-3);
  EXPECT_NEAR(student_t(10, 0.001), 4.587, 1e-3);
  EXPECT_NEAR(student_t(1000, 0.05), 1.962, 1e-3);
  EXPECT_NEAR(student_t(21, 5e-7), 7.126, 1e-3);
}

// With two degrees of freedom, P(|T| > t) = 1 - t / sqrt(2 + t^2).
TEST(StudentT, HoldsFarOutInTheTail) {
  for (const double probability : {1e-3, 5e-7, 1e-12})
    EXPECT_NEAR(student_t(2, probability) * std::sqrt(probability), 1, 1e-3);
}

TEST(StudentT, IsInfiniteWhereNothingBoundsT) {
  EXPECT_EQ(student_t(0, 0.05), kInfinity);
  EXPECT_EQ(student_t(7, 0), kInfinity);
  EXPECT_EQ(student_t(7, -1), kInfinity);
  EXPECT_EQ(student_t(7, std::numeric_limits<double>::quiet_NaN()), kInfinity);
}

TEST(StudentT, AnswersForEveryNumber) {
  EXPECT_EQ(student_t(7, 1), 0);
  EXPECT_EQ(student_t(7, kInfinity), 0);
  EXPECT_GT(student_t(1, std::numeric_limits<double>::denorm_min()), 1e300);
  EXPECT_NEAR(student_t(std::numeric_limits<std::size_t>::max(), 0.05), 1.960, 1e-3);
}

}  // namespace
}  // namespace gridlock::golden
