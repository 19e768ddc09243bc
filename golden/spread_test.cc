#include "golden/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "golden/compare.h"

namespace gridlock::golden {
namespace {

using Trainings = std::vector<std::vector<double>>;

constexpr double kDeviation = 1e-4;  // of simulated training runs, relative to their mean

// Draws training runs whose numbers are around 5 and have the deviation kDeviation. The deviations
// of successive steps of a run are correlated (an autoregressive process).
class Simulation {
 public:
  Simulation(unsigned seed, double correlation) : random_(seed), correlation_(correlation) {}

  std::vector<double> training(std::size_t steps) {
    std::vector<double> numbers(steps);
    double error = normal_(random_);
    for (double& number : numbers) {
      number = 5 * (1 + kDeviation * error);
      error = correlation_ * error + std::sqrt(1 - correlation_ * correlation_) * normal_(random_);
    }
    return numbers;
  }

  Trainings trainings(std::size_t count, std::size_t steps) {
    Trainings all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(training(steps));
    return all;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double correlation_;
};

// The rate of false alarms in simulations. It is high enough to count alarms.
constexpr double kRate = 0.01;

// Returns the share of healthy comparisons that exceed the bound for kRate. The compared runs are
// not among the runs that measure the spread.
double measured_rate(std::size_t trainings, ComparedWith other, double correlation) {
  constexpr std::size_t kSteps = 5, kSpreads = 3000;
  Simulation simulation(1, correlation);
  const double times = allowed_deviations(trainings - 1, other, kRate);
  int alarms = 0;
  for (std::size_t i = 0; i < kSpreads; ++i) {
    const auto spread = spread_of(simulation.trainings(trainings, kSteps), other);
    const auto left = simulation.training(kSteps);
    const auto right = other == ComparedWith::kTraining ? simulation.training(kSteps)
                                                        : std::vector<double>(kSteps, 5);
    for (std::size_t step = 0; step < kSteps; ++step)
      alarms += std::abs(left[step] - right[step]) > times * spread->deviations[step] * 5;
  }
  return alarms / static_cast<double>(kSpreads * kSteps);
}

// Correlated steps vary the number of alarms, but leave it the same on average.
TEST(Spread, GivesFalseAlarmsAtItsRate) {
  for (const auto other : {ComparedWith::kTraining, ComparedWith::kExactTraining}) {
    for (const double correlation : {0.0, 0.9, 0.99}) {
      for (const std::size_t trainings : {4U, 12U}) {
        SCOPED_TRACE(testing::Message() << trainings << " trainings, correlation " << correlation);
        EXPECT_NEAR(measured_rate(trainings, other, correlation), kRate, kRate / 3);
      }
    }
  }
}

// The rate of kFalseAlarms itself cannot be counted. The probability that two healthy numbers
// exceed a bound is known exactly, and its mean over many spreads is the rate.
TEST(Spread, GivesOneFalseAlarmInTwoMillionComparisons) {
  constexpr std::size_t kSpreads = 100'000;
  const Trainings trainings = Simulation(1, 0).trainings(12, kSpreads);
  const auto spread = spread_of(trainings, ComparedWith::kTraining);
  double rate = 0;
  for (const double bound : spread->relative)
    rate += std::erfc(bound / kDeviation / 2) / kSpreads;  // the difference has the variance 2
  EXPECT_NEAR(rate, kFalseAlarms, kFalseAlarms / 2);
}

TEST(Spread, IsTheDeviationBetweenTrainings) {
  const auto spread = spread_of(Simulation(1, 0).trainings(400, 3), ComparedWith::kTraining);
  ASSERT_TRUE(spread);
  for (const double deviation : spread->deviations) EXPECT_NEAR(deviation, 1e-4, 1e-5);
}

TEST(Spread, FewTrainingsAllowMore) {
  Simulation simulation(1, 0);
  const auto few = spread_of(simulation.trainings(3, 5), ComparedWith::kTraining);
  const auto many = spread_of(simulation.trainings(12, 5), ComparedWith::kTraining);
  EXPECT_GT(few->allowed, 1000);
  EXPECT_NEAR(many->allowed, 10.398 * std::sqrt(2), 1e-2);
}

// Steps that deviate less hide nothing of a step that deviates more, and the other way around.
TEST(Spread, OfEachStepIsItsOwn) {
  Trainings all = Simulation(1, 0).trainings(8, 3);
  for (std::vector<double>& training : all) training[2] = 5 + (training[2] - 5) * 100;
  const auto spread = spread_of(all, ComparedWith::kTraining);
  EXPECT_LT(spread->deviations[1], 3e-4);
  EXPECT_GT(spread->deviations[2], 5e-3);
}

TEST(Spread, IsNeverLessThanOneRounding) {
  const auto spread = spread_of(Trainings(12, {5, 5, 5}), ComparedWith::kTraining);
  ASSERT_TRUE(spread);
  EXPECT_GT(spread->deviations[0], 3e-8);
  EXPECT_FALSE(compare("loss", std::vector{5.0}, std::vector{5.0 + 5 * 0x1p-24}, spread->bound()));
  EXPECT_TRUE(compare("loss", std::vector{5.0}, std::vector{5.0 + 5 * 0x1p-19}, spread->bound()));
}

TEST(Spread, OfWhatCannotBeComparedIsNone) {
  constexpr double kHuge = std::numeric_limits<double>::max();
  constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
  const auto is_none = [](const Trainings& all) {
    return !spread_of(all, ComparedWith::kTraining);
  };
  EXPECT_TRUE(is_none({}));
  EXPECT_TRUE(is_none(Trainings(2, {1, 2})));
  EXPECT_TRUE(is_none({{1, 2}, {1, 2}, {1}}));
  EXPECT_TRUE(is_none({{1}, {1}, {kNan}}));
  EXPECT_TRUE(is_none({{1}, {1}, {std::numeric_limits<double>::infinity()}}));
  EXPECT_TRUE(is_none({{kHuge}, {kHuge}, {-kHuge}}));
  EXPECT_TRUE(is_none({{-1}, {0}, {1}})) << "relative to 0";
}

TEST(AllowedDeviations, AreInfiniteWithoutDegreesOfFreedom) {
  for (const auto other : {ComparedWith::kTraining, ComparedWith::kExactTraining})
    EXPECT_EQ(allowed_deviations(0, other), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace gridlock::golden
