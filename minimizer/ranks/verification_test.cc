#include "minimizer/ranks/verification.h"

#include <gtest/gtest.h>

namespace gridlock::minimizer {
namespace {

const Signature kHangs{"deadlock", {{"class", "missing rank"}}};
const Signature kCrashes{"crash", {{"class", "raised"}, {"exception", "ValueError"}}};

TEST(VerificationPlan, AFailureThatAlwaysShowsHasToShowInThreeOfThree) {
  Measured measured;
  measured.signature = kHangs;
  measured.failures = measured.runs = 3;
  measured.seconds = 10;
  const VerificationPlan plan = verification_plan(measured);
  EXPECT_EQ(plan.runs, 3);
  EXPECT_EQ(plan.hang_limit, 40);
  EXPECT_FALSE(plan.rare);
}

TEST(VerificationPlan, ARunThatEndsByItselfHasTimeOnABusyMachine) {
  Measured measured;
  measured.signature = kCrashes;
  measured.failures = measured.runs = 3;
  measured.seconds = 2;
  EXPECT_EQ(verification_plan(measured).hang_limit, 300);
  measured.signature = kHangs;
  EXPECT_EQ(verification_plan(measured).hang_limit, 20);
}

TEST(VerificationPlan, AFailureThatShowsNowAndThenGetsAsManyRunsAsItNeeds) {
  Measured measured;
  measured.signature = kHangs;
  measured.failures = 9;
  measured.runs = 30;
  const VerificationPlan plan = verification_plan(measured);
  EXPECT_TRUE(plan.rare);
  EXPECT_EQ(plan.runs, 9);  // 0.7^9 < 5 %
}

TEST(Verification, OneRunThatDiffersIsTooMany) {
  Verification verification{.runs = 3, .shown = 3, .alone = 3, .differently = {}};
  EXPECT_TRUE(verification.holds());
  verification.alone = 2;
  EXPECT_FALSE(verification.holds());
  verification.rare = true;
  EXPECT_TRUE(verification.holds());
}

}  // namespace
}  // namespace gridlock::minimizer
