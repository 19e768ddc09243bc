#include "bench/pair_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/record_builder.h"

namespace gridlock::bench {
namespace {

using testing::HasSubstr;
using verdict::CellRecord;

using verdict::testing::RecordBuilder;

CellRecord compared(const std::string& cell, std::vector<double> losses, double difference) {
  CellRecord record = *RecordBuilder(cell).losses(std::move(losses));
  record.comparisons = {{"r", "dense/a", "loss", 0, difference, 4},
                        {"r", "dense/a", "grad norm", 0, 0.5, 4}};
  return record;
}

TEST(PairTally, CountsPairsOnceAndSeriesEach) {
  PairTally tally;
  EXPECT_FALSE(tally.has_no_alarm()) << "nothing was compared";
  const CellRecord reference = *RecordBuilder("dense/a").losses({1, 1, 1});
  const CellRecord cell = compared("dense/b", {1, 1, 1.0625}, 1);
  tally.add(cell, {reference, cell});
  tally.add(reference, {reference, cell});
  EXPECT_EQ(tally.pairs(), 1U);
  EXPECT_TRUE(tally.has_no_alarm());
  const std::string text = tally.describe();
  EXPECT_THAT(text, HasSubstr("1 healthy pair, 0 false alarms\n"));
  EXPECT_THAT(text, HasSubstr("2  series; the largest difference is 0.25 of"));
  EXPECT_THAT(text, HasSubstr("  final 5 %                        1  a look"));
}

TEST(PairTally, ACellThatDoesNotPassIsAnAlarm) {
  PairTally tally;
  CellRecord cell = compared("dense/b", {1, 1, 1}, 5);
  cell.verdict = verdict::Verdict::kWrong;
  cell.sentence = "Relation 'r' does not hold";
  tally.begin("seed 3");
  tally.add(cell, {});
  EXPECT_FALSE(tally.has_no_alarm());
  EXPECT_THAT(tally.describe(),
              HasSubstr("false alarm: seed 3, Relation 'r' does not hold: dense/b\n"));
}

TEST(PairTally, ATensorThatDivergesIsAnAlarm) {
  PairTally tally;
  const CellRecord cell = compared("dense/b", {1, 1, 1}, 1);
  tally.add(cell, {});
  golden::NumericDivergence divergence;
  divergence.compared = 7;
  divergence.closest.emplace();
  divergence.closest->difference = {1, 1};
  divergence.closest->explained = {2, 2};
  tally.add("dense/b", divergence);
  EXPECT_TRUE(tally.has_no_alarm());
  EXPECT_THAT(tally.describe(), HasSubstr("7  tensors; the largest difference is 0.50 of"));
  divergence.first = divergence.closest;
  divergence.first->key = {1, golden::Phase::kForward, "loss"};
  tally.add("dense/b", divergence);
  EXPECT_FALSE(tally.has_no_alarm());
}

}  // namespace
}  // namespace gridlock::bench
