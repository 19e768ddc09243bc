#include "bench/observe_cost.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridlock::bench {
namespace {

// Returns a result with compilations of about ten seconds. The observer takes 0.1 s of each. With
// the observer, compiling takes `more` times as long as without it.
nlohmann::json result(double more, int calls) {
  std::vector<double> with, without, itself;
  for (int i = 0; i < 9; ++i) {
    without.push_back(10 + 0.1 * i);
    with.push_back(without.back() * (more + 0.001 * (i - 4)));
    itself.push_back(0.1);
  }
  const std::vector<double> steps(100, 0.5);
  return {{"cell", "dense/fp32"},
          {"compiles", {{"with", with}, {"without", without}, {"itself", itself}}},
          {"steps", {{"with", steps}, {"without", steps}}},
          {"calls", calls}};
}

TEST(ObserveCost, OfCompilesIsTheirMedianPairByPair) {
  const ObserveCost cost = observe_cost(result(1.05, 0));
  EXPECT_EQ(cost.compiles.cell, "dense/fp32");
  EXPECT_NEAR(cost.compiles.seconds, 10.4, 1e-9);
  EXPECT_NEAR(cost.compiles.paired, 0.05, 1e-9);
  EXPECT_NEAR(cost.compiles.low, 0.047, 1.1e-3);
  EXPECT_NEAR(cost.itself, 0.1 / 10.92, 1e-4);
}

TEST(ObserveCost, OfStepsLeavesOutThoseThatWarmUp) {
  nlohmann::json slow_at_first = result(1, 3);
  for (int i = 0; i < 10; ++i) slow_at_first["steps"]["with"][i] = 9;
  const ObserveCost cost = observe_cost(slow_at_first);
  EXPECT_EQ(cost.steps.high, 0);
  EXPECT_EQ(cost.steps.seconds, 0.5);
  EXPECT_EQ(cost.calls, 3);
}

}  // namespace
}  // namespace gridlock::bench
