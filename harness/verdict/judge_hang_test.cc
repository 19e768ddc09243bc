#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/judged.h"

namespace gridlock::verdict {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::judged;
using testing::kClosed;
using testing::RecordBuilder;

TEST(Judge, NoProgressUntilTheDeadlineIsATimeoutThatSaysWhereTheRanksAre) {
  CellRecord record =
      RecordBuilder().ranks(4).stopped(0, "compile").stopped(1).stopped(2).stopped(3);
  record.timed_out = true;
  record.deadline_seconds = 120;
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kTimeout);
  EXPECT_EQ(record.sentence, "No progress for 120 s: rank 0 in compile, ranks 1-3 in step 2");
  EXPECT_EQ(record.signature, "timeout:compile+step");
  EXPECT_THAT(record.ranks, ElementsAre(0, 1, 2, 3));
}

facts::FindingRecord missing_rank() {
  facts::FindingRecord finding;
  finding.verdict_class = "missing rank";
  finding.ranks = {1};
  finding.sentence = "Rank 1 never called it";
  finding.signature = "deadlock:missing rank:all_reduce";
  return finding;
}

TEST(Judge, AProvedDeadlockSaysWhoIsAtFault) {
  CellRecord record = RecordBuilder().ranks(2).stopped(0).stopped(1);
  record.finding = missing_rank();
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kDeadlock);
  EXPECT_EQ(record.verdict_class, "missing rank");
  EXPECT_EQ(record.sentence, "Rank 1 never called it");
  EXPECT_EQ(record.signature, "deadlock:missing rank:all_reduce");
  EXPECT_THAT(record.ranks, ElementsAre(1));
}

TEST(Judge, ACrashBeforeTheDeadlockGoesBeforeIt) {
  CellRecord record = RecordBuilder().raised(0, "ValueError: bad").stopped(1);
  record.finding = missing_rank();
  EXPECT_EQ(judged(record).verdict, Verdict::kCrash);
}

TEST(Judge, CallsThatDoNotBelongTogetherGoBehindProofsAndCrashes) {
  facts::FindingRecord desync = missing_rank();
  desync.verdict = "desync";
  CellRecord record = RecordBuilder().ranks(2);
  record.desync = desync;
  EXPECT_EQ(judged(record).verdict, Verdict::kDesync);
  record.finding = missing_rank();
  EXPECT_EQ(judged(record).verdict, Verdict::kDeadlock);
  CellRecord crashed = RecordBuilder().ranks(2).raised(0, "ValueError: bad");
  crashed.desync = desync;
  EXPECT_THAT(judged(crashed).sentence, HasSubstr("Before that: Rank 1 never called it"));
}

TEST(Judge, CallsThatDoNotBelongTogetherSayMoreThanATimeout) {
  CellRecord record = RecordBuilder().stopped(0).stopped(1);
  record.timed_out = true;
  record.deadline_seconds = 40;
  record.desync = missing_rank();
  record.desync->verdict = "desync";
  EXPECT_EQ(judged(record).verdict, Verdict::kDesync);
  EXPECT_EQ(judged(record).sentence, "Rank 1 never called it. No progress for 40 s");
}

TEST(Judge, ACrashBeforeTheHangGoesBeforeTheTimeout) {
  CellRecord record = RecordBuilder().raised(0, "ValueError: bad").stopped(1);
  record.timed_out = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kCrash);
}

// gridlock stops ranks one after another, so the last ranks lose their connections to the first
// ones.
TEST(Judge, ConnectionsThatBreakWhileACellIsStoppedAreNoCrash) {
  CellRecord record = RecordBuilder().stopped(0).raised(1, kClosed);
  record.timed_out = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kTimeout);
}

}  // namespace
}  // namespace gridlock::verdict
