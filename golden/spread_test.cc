#include "golden/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "golden/compare.h"

namespace gridlock::golden {
namespace {

using Trainings = std::vector<std::vector<double>>;

// Returns training runs whose numbers are around 5 and have this relative deviation.
Trainings trainings(std::size_t count, std::size_t steps, double deviation, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(5, 5 * deviation);
  Trainings all(count, std::vector<double>(steps));
  for (auto& training : all) {
    for (double& number : training) number = normal(random);
  }
  return all;
}

TEST(StudentT, IsThatOfTheTables) {
  EXPECT_NEAR(student_t(1, 0.05), 12.706, 1e-3);
  EXPECT_NEAR(student_t(2, 0.05), 4.303, 1e-3);
  EXPECT_NEAR(student_t(7, 0.05), 2.365, 1e-3);
  EXPECT_NEAR(student_t(10, 0.001), 4.587, 1e-3);
  EXPECT_NEAR(student_t(1000, 0.05), 1.962, 1e-3);
  EXPECT_NEAR(student_t(21, 5e-7), 7.126, 1e-3);
}

TEST(Spread, IsTheDeviationBetweenTrainings) {
  const auto spread = spread_of(trainings(400, 3, 1e-3, 1));
  ASSERT_TRUE(spread);
  for (const double deviation : spread->deviations) EXPECT_NEAR(deviation, 1e-3, 1e-4);
}

// Uses a false-alarm rate of 5 %, which is high enough to count alarms. The bound must hold
// although each spread is estimated from few training runs.
TEST(Spread, GivesFalseAlarmsAtItsRate) {
  int alarms = 0, comparisons = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Trainings all = trainings(9, 3, 1e-4, seed);
    const auto spread = spread_of(std::span(all).subspan(1));
    const double times = student_t(21, 0.05) * std::sqrt(1 + 1.0 / 8);
    double mean = 0;
    for (std::size_t i = 1; i < 9; ++i) mean += all[i][1] / 8;
    alarms += std::abs(all[0][1] - mean) > times * spread->deviations[1] * mean;
    ++comparisons;
  }
  EXPECT_NEAR(alarms / static_cast<double>(comparisons), 0.05, 0.012);
}

TEST(Spread, FewTrainingsAllowMore) {
  const auto few = spread_of(trainings(3, 1, 1e-3, 1));
  const auto many = spread_of(trainings(8, 1, 1e-3, 1));
  EXPECT_GT(few->allowed[0], 1000);
  EXPECT_NEAR(many->allowed[0], 17.447 * std::sqrt(1.125), 1e-2);
}

TEST(Spread, OfDriftIsTakenWhereItIs) {
  Trainings all = trainings(8, 9, 1e-6, 1);
  const Trainings wild = trainings(8, 9, 1e-2, 2);
  for (std::size_t i = 0; i < 8; ++i) all[i][8] = wild[i][8];
  const auto spread = spread_of(all);
  EXPECT_LT(spread->deviations[5], 1e-5);
  EXPECT_GT(spread->deviations[6], 1e-3);
}

TEST(Spread, IsNeverLessThanOneRounding) {
  const auto spread = spread_of(Trainings(8, {5, 5, 5}));
  ASSERT_TRUE(spread);
  EXPECT_GT(spread->deviations[0], 3e-8);
  EXPECT_FALSE(compare("loss", std::vector{5.0}, std::vector{5.0 + 5 * 0x1p-24}, spread->bound()));
  EXPECT_TRUE(compare("loss", std::vector{5.0}, std::vector{5.0 + 5 * 0x1p-20}, spread->bound()));
}

TEST(Spread, OfWhatCannotBeComparedIsNone) {
  EXPECT_FALSE(spread_of(Trainings(2, {1, 2})));
  EXPECT_FALSE(spread_of(Trainings{{1, 2}, {1, 2}, {1}}));
  EXPECT_FALSE(spread_of(Trainings{{1}, {1}, {std::numeric_limits<double>::quiet_NaN()}}));
}

}  // namespace
}  // namespace gridlock::golden
