#include "bench/rate_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/record_builder.h"

namespace gridlock::bench {
namespace {

using testing::HasSubstr;
using verdict::CellRecord;
using verdict::testing::RecordBuilder;

constexpr double kDeviation = 1e-3;  // of the losses and norms below, relative to their mean

// Returns a reference with nine training runs with random rounding.
CellRecord reference() {
  CellRecord record = *RecordBuilder("dense/a").losses({1, 1, 1});
  for (int i = -4; i <= 4; ++i) {
    // The deviation of -4, -3, ..., 4 is sqrt(7.5).
    const double number = 1 + kDeviation * i / 2.7386;
    record.reports.front().rounded.push_back({{number, number, number}, {1.5, 1.25, 1}});
  }
  return record;
}

// Student's t with eight degrees of freedom, times sqrt(2): 2.63 for 10 %, 4.75 for 1 %, 7.13 for
// 0.1 %.
TEST(RateTally, CountsNumbersBeyondTheBoundOfEachRate) {
  RateTally tally;
  EXPECT_EQ(tally.describe(), "");
  const CellRecord cell = *RecordBuilder("dense/b").losses(
      {1 + 2.5 * kDeviation, 1 + 3 * kDeviation, 1 - 6 * kDeviation});
  tally.add({"r", "dense/a", "loss"}, cell, reference(), reference());
  EXPECT_THAT(tally.describe(), HasSubstr("bounds for 10 %                  2  of 3: 67 %\n"));
  EXPECT_THAT(tally.describe(), HasSubstr("bounds for 1 %                   1  of 3: 33 %\n"));
  EXPECT_THAT(tally.describe(), HasSubstr("bounds for 0.1 %                 0  of 3: 0 %\n"));
}

TEST(RateTally, CountsNothingWithoutAMeasuredSpread) {
  RateTally tally;
  const CellRecord cell = *RecordBuilder("dense/b");
  tally.add({"r", "dense/a", "loss"}, cell, cell, cell);
  EXPECT_EQ(tally.describe(), "");
}

}  // namespace
}  // namespace gridlock::bench
