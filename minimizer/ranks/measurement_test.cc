#include "minimizer/ranks/measurement.h"

#include <gtest/gtest.h>

namespace gridlock::minimizer {
namespace {

// Returns how many failing runs in a row decide that a candidate fails.
int runs_that_decide(const std::string& kind) {
  Measured measured;
  measured.signature = Signature{kind, {}};
  measured.failures = measured.runs = 3;
  SequentialTest test(repetitions_for(measured));
  while (!test.decision()) test.add(true);
  return test.runs();
}

TEST(Repetitions, AHangHasToShowInThreeRuns) {
  EXPECT_EQ(runs_that_decide("deadlock"), 3);
}

TEST(Repetitions, OnePairOfSidesDecidesSinceBothHaveRunTwice) {
  EXPECT_EQ(runs_that_decide("wrong"), 1);
}

}  // namespace
}  // namespace gridlock::minimizer
