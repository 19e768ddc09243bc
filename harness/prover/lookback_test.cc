#include "harness/prover/lookback.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gridlock::prover {
namespace {

using Habit = Lookback::Habit;
using Kind = Deviation::Kind;

std::vector<std::uint64_t> keys(const std::string& calls) {
  return {calls.begin(), calls.end()};
}

// Of the last call.
Lookback last(const std::string& calls) {
  return look_back(keys(calls), calls.size() - 1);
}

TEST(Lookback, WhatFollowedInEarlierStepsIsTheHabit) {
  EXPECT_EQ(last("ABCDABCDABC").habit, Habit::kKept);
  EXPECT_EQ(last("ABCDABCDABD").habit, Habit::kLeft);
  EXPECT_EQ(last("ABCDABCDABX").habit, Habit::kLeft);
  EXPECT_EQ(last("ABCDABCDABD").earlier, 6u) << "one step ago";
}

TEST(Lookback, AtAPlaceThatIsNewNothingIsKnown) {
  EXPECT_EQ(last("ABCD").habit, Habit::kUnknown);
  EXPECT_EQ(last("ABCABCXA").habit, Habit::kUnknown);
  EXPECT_EQ(last("A").habit, Habit::kUnknown);
}

TEST(Lookback, ALoopWithinTheStepEndsWhereItEndedBefore) {
  EXPECT_EQ(last("XAAAYXAAAYXAAAY").habit, Habit::kKept);
  EXPECT_EQ(last("XAAAYXAAAYXAAY").habit, Habit::kLeft);
  EXPECT_EQ(last("XAAAYXAAAYXAAAA").habit, Habit::kLeft);
}

TEST(Lookback, WhatIsDoneInEveryThirdStepIsExpectedThen) {
  EXPECT_EQ(last("ABABABEABABABEABABABE").habit, Habit::kKept);
  EXPECT_EQ(last("ABABABEABABABEABABABEABABE").habit, Habit::kLeft) << "a step early";
}

TEST(Lookback, WhereTheLogBeginsWithinSuchAStepBothAreUsual) {
  for (const char* calls : {"ABABEABABABE", "ABABEABABABA"}) {
    EXPECT_EQ(last(calls).habit, Habit::kKept);
    EXPECT_FALSE(last(calls).certain);
  }
  EXPECT_EQ(last("ABABEABABABX").habit, Habit::kLeft);
}

TEST(Lookback, WithoutCallSitesOneCallBeforeIsTooLittle) {
  const auto calls = keys("PQABXYZWBC");
  EXPECT_EQ(look_back(calls, 9, 1).habit, Habit::kLeft);
  EXPECT_EQ(look_back(calls, 9, 4).habit, Habit::kUnknown);
}

Deviation deviation_of(const std::string& expected, const std::string& made) {
  return deviation(keys(expected), keys(made));
}

TEST(Lookback, TheCallsThatWereLeftOutAreCounted) {
  EXPECT_EQ(deviation_of("CDAB", "DABC").kind, Kind::kSkipped);
  EXPECT_EQ(deviation_of("CDEAB", "EABCDE").calls, 2u);
  EXPECT_EQ(deviation_of("CDAB", "D").kind, Kind::kSkipped);
}

TEST(Lookback, AndThoseThatWereMadeInAddition) {
  EXPECT_EQ(deviation_of("CDAB", "XCDAB").kind, Kind::kExtra);
  EXPECT_EQ(deviation_of("CDAB", "XYCDAB").calls, 2u);
  EXPECT_EQ(deviation_of("CDAB", "X").kind, Kind::kExtra);
  EXPECT_EQ(deviation_of("CDAB", "B").kind, Kind::kExtra) << "rather than three that are missing";
  EXPECT_EQ(deviation_of("CDAB", "BCDAB").calls, 1u) << "one of the step's calls once more";
}

}  // namespace
}  // namespace gridlock::prover
