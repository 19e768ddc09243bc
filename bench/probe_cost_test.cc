#include "bench/probe_cost.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridlock::bench {
namespace {

// Returns a result with a hundred steps after the warm-up. With the probe, a step takes `more`
// times as long as without it.
nlohmann::json result(double more) {
  std::vector<double> with(10, 9), without(10, 1);
  for (int i = 0; i < 100; ++i) {
    without.push_back(0.010 + 0.0001 * i);
    with.push_back(without.back() * (more + 0.001 * (i - 50)));
  }
  return {{"cell", "dense/fp32"}, {"events", 40}, {"event", 1e-6},     {"call", 30e-6},
          {"call_more", 3e-6},    {"with", with}, {"without", without}};
}

TEST(ProbeCost, IsTheMedianOfStepsThatFollowEachOther) {
  const StepCost cost = step_cost(result(1.1));
  EXPECT_EQ(cost.steps.cell, "dense/fp32");
  EXPECT_NEAR(cost.steps.seconds, 0.015, 1e-4);
  EXPECT_DOUBLE_EQ(cost.call, 30e-6);
  EXPECT_DOUBLE_EQ(cost.call_more, 3e-6);
  EXPECT_NEAR(cost.steps.paired, 0.1, 1e-3);
}

TEST(ProbeCost, HasBoundsThatNarrowWithTheRootOfTheSteps) {
  const StepCost cost = step_cost(result(1));
  EXPECT_NEAR(cost.steps.low, -0.010, 2e-3);
  EXPECT_NEAR(cost.steps.high, 0.010, 2e-3);
}

TEST(ProbeCost, OfRecordingIsEventsByWhatOneTakes) {
  EXPECT_NEAR(step_cost(result(1)).recording, 40e-6 / 0.015, 1e-5);
}

TEST(ProbeCost, OfTooFewStepsIsNone) {
  nlohmann::json few = result(1);
  few["with"] = {1.0};
  EXPECT_EQ(step_cost(few).steps.paired, 0);
}

}  // namespace
}  // namespace gridlock::bench
