#include "harness/prover/step_comparison.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gridlock::prover {
namespace {

using Result = StepComparison::Result;

std::vector<std::uint64_t> keys(const std::string& calls) {
  return {calls.begin(), calls.end()};
}

// Compares the last of `calls` with the earlier calls.
StepComparison last(const std::string& calls) {
  return compare_with_earlier_steps(keys(calls), calls.size() - 1);
}

TEST(StepComparison, WhatFollowedInEarlierStepsIsTheHabit) {
  EXPECT_EQ(last("ABCDABCDABC").result, Result::kSame);
  EXPECT_EQ(last("ABCDABCDABD").result, Result::kDifferent);
  EXPECT_EQ(last("ABCDABCDABX").result, Result::kDifferent);
  EXPECT_EQ(last("ABCDABCDABD").earlier, 6u) << "one step ago";
}

TEST(StepComparison, AtAPlaceThatIsNewNothingIsKnown) {
  EXPECT_EQ(last("ABCD").result, Result::kUnknown);
  EXPECT_EQ(last("ABCABCXA").result, Result::kUnknown);
  EXPECT_EQ(last("A").result, Result::kUnknown);
}

TEST(StepComparison, ALoopWithinTheStepEndsWhereItEndedBefore) {
  EXPECT_EQ(last("XAAAYXAAAYXAAAY").result, Result::kSame);
  EXPECT_EQ(last("XAAAYXAAAYXAAY").result, Result::kDifferent);
  EXPECT_EQ(last("XAAAYXAAAYXAAAA").result, Result::kDifferent);
}

TEST(StepComparison, WhatIsDoneInEveryThirdStepIsExpectedThen) {
  EXPECT_EQ(last("ABABABEABABABEABABABE").result, Result::kSame);
  EXPECT_EQ(last("ABABABEABABABEABABABEABABE").result, Result::kDifferent) << "a step early";
}

TEST(StepComparison, WhereTheLogBeginsWithinSuchAStepBothAreUsual) {
  for (const char* calls : {"ABABEABABABE", "ABABEABABABA"}) {
    EXPECT_EQ(last(calls).result, Result::kSame);
    EXPECT_FALSE(last(calls).certain);
  }
  EXPECT_EQ(last("ABABEABABABX").result, Result::kDifferent);
}

TEST(StepComparison, WithoutCallSitesOneCallBeforeIsTooLittle) {
  const auto calls = keys("PQABXYZWBC");
  EXPECT_EQ(compare_with_earlier_steps(calls, 9, 1).result, Result::kDifferent);
  EXPECT_EQ(compare_with_earlier_steps(calls, 9, 4).result, Result::kUnknown);
}

TEST(Steps, AreCountedFromTheFirstOfTheLoop) {
  const auto steps = [](const std::string& calls, bool begins_with_first = true) {
    const Steps found = steps_before(keys(calls), calls.size(), 2, begins_with_first);
    return std::pair(found.calls, found.count);
  };
  const auto none = std::pair<std::size_t, std::size_t>(0, 0);
  EXPECT_EQ(steps("XABABAB"), std::pair(2ul, 3ul));
  EXPECT_EQ(steps("ABABAB"), std::pair(2ul, 3ul));
  EXPECT_EQ(steps("ABABAB", false), std::pair(2ul, 0ul)) << "the first steps are lost";
  EXPECT_EQ(steps("XABABAB", false), std::pair(2ul, 3ul));
  EXPECT_EQ(steps("XABABA"), std::pair(2ul, 0ul)) << "within a step";
  EXPECT_EQ(steps("XYAB"), none) << "no repetition";
  EXPECT_EQ(steps(""), none);
}

Deviation deviation_of(const std::string& expected, const std::string& made) {
  return deviation(keys(expected), keys(made));
}

TEST(StepComparison, TheCallsThatWereLeftOutAreCounted) {
  EXPECT_EQ(deviation_of("CDAB", "DABC").kind, Deviation::Kind::kSkipped);
  EXPECT_EQ(deviation_of("CDEAB", "EABCDE").calls, 2u);
  EXPECT_EQ(deviation_of("CDAB", "D").kind, Deviation::Kind::kSkipped);
}

TEST(StepComparison, AndThoseThatWereMadeInAddition) {
  EXPECT_EQ(deviation_of("CDAB", "XCDAB").kind, Deviation::Kind::kExtra);
  EXPECT_EQ(deviation_of("CDAB", "XYCDAB").calls, 2u);
  EXPECT_EQ(deviation_of("CDAB", "X").kind, Deviation::Kind::kExtra);
  EXPECT_EQ(deviation_of("CDAB", "B").kind, Deviation::Kind::kExtra)
      << "rather than three that are missing";
  EXPECT_EQ(deviation_of("CDAB", "BCDAB").calls, 1u) << "one of the step's calls once more";
}

}  // namespace
}  // namespace gridlock::prover
