#include "golden/growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace gridlock::golden {
namespace {

std::vector<SizedValue> points(const std::function<double(double)>& law,
                               const std::vector<double>& sizes = {2, 4, 8, 16, 32}) {
  std::vector<SizedValue> points;
  for (const double size : sizes) points.push_back({size, law(size)});
  return points;
}

TEST(Growth, OfAPowerLawIsItsExponent) {
  for (const double exponent : {0.0, 0.5, 1.0, 2.0}) {
    const auto growth =
        growth_of(points([&](double size) { return 3 * std::pow(size, exponent); }));
    ASSERT_TRUE(growth);
    EXPECT_NEAR(growth->exponent, exponent, 1e-12);
    EXPECT_NEAR(growth->at(64), 3 * std::pow(64, exponent), 1e-9);
    EXPECT_NEAR(excess_over(*growth, exponent), 1, 1e-12);
  }
}

TEST(Growth, IsThatOfMostPoints) {
  auto some = points([](double size) { return size; });
  some[2].value = 500;  // another process used the machine
  const auto growth = growth_of(some);
  EXPECT_NEAR(growth->exponent, 1, 0.35);
  some.push_back({8, 8});
  some.push_back({8, 8});
  EXPECT_NEAR(growth_of(some)->exponent, 1, 1e-12) << "the median of repeated measurements counts";
}

TEST(Growth, ThatExplodesAtTheEndIsSeen) {
  const auto growth =
      growth_of(points([](double size) { return 10 + 1e-4 * std::exp2(size / 2); }));
  EXPECT_LT(growth->exponent, 0.2) << "of most points";
  EXPECT_GT(growth->last_exponent, 0.6);
  const auto worse = growth_of(points([](double size) { return 10 + 1e-3 * std::exp2(size / 2); }));
  EXPECT_GT(excess_over(*worse, 1), 3);
}

TEST(Growth, ThatDoublesWithEachUnitIsExponential) {
  const auto growth = growth_of(points([](double size) { return std::exp2(size); }, {2, 4, 6, 8}));
  EXPECT_NEAR(growth->multiplier, 2, 1e-9);
  EXPECT_NEAR(growth->at(10), 1024, 1e-6);
  EXPECT_EQ(growth_of(points([](double size) { return size * size; }))->multiplier, 0);
}

TEST(Growth, ExcessIsHowManyTimesMoreThanTheLawAllows) {
  const auto growth = growth_of(points([](double size) { return size * size; }));
  EXPECT_NEAR(excess_over(*growth, 1), 16, 1e-9);  // the growth from 2 to 32
  EXPECT_NEAR(excess_over(*growth, 0), 256, 1e-9);
  EXPECT_LT(excess_over(*growth, 3), 1);
}

TEST(Growth, OfTooLittleIsNotKnown) {
  EXPECT_FALSE(growth_of(points([](double size) { return size; }, {1, 2, 3, 3})));
  EXPECT_FALSE(growth_of({}));
  EXPECT_FALSE(growth_of({{1, 1}, {2, 0}, {3, 1}, {4, 1}}));
  EXPECT_FALSE(growth_of({{1, 1}, {2, NAN}, {3, 1}, {4, 1}}));
  EXPECT_EQ(growth_of({{1, 0}, {2, 0}, {3, 0}, {4, 0}})->exponent, 0) << "none at any size";
}

}  // namespace
}  // namespace gridlock::golden
