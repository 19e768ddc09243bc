#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/judge.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict {
namespace {

using ::testing::HasSubstr;
using testing::RecordBuilder;

constexpr const char* kToday = "2026-03-14";
const matrix::Expectation kAnyFailure{"https://example.org/1", "", false};

struct Outcome {
  std::optional<matrix::Expectation> xfail;
  std::optional<matrix::Quarantine> quarantine;
};

CellRecord applied(CellRecord record, const Outcome& outcome) {
  matrix::PlannedCell planned = testing::planned(record);
  planned.xfail = outcome.xfail;
  planned.quarantine = outcome.quarantine;
  apply_expectations(record, planned, kToday);
  return record;
}

CellRecord crash() {
  CellRecord record = RecordBuilder().verdict(Verdict::kCrash, "raised", "Rank 0 raised");
  record.signature = "crash:raised";
  return record;
}

TEST(Expectations, WithoutAnyAFailureFailsTheRunAndAPassDoesNot) {
  EXPECT_TRUE(applied(crash(), {}).unexpected);
  EXPECT_FALSE(applied(RecordBuilder(), {}).unexpected);
}

TEST(Expectations, AnExpectedFailureIsXfailAndKeepsWhatItWas) {
  const CellRecord record = applied(crash(), {kAnyFailure, {}});
  EXPECT_EQ(record.verdict, Verdict::kXfail);
  EXPECT_FALSE(record.unexpected);
  EXPECT_EQ(record.verdict_class, "crash: raised");
  EXPECT_EQ(record.sentence, "Expected (https://example.org/1): Rank 0 raised");
  EXPECT_EQ(record.signature, "crash:raised");
}

TEST(Expectations, ABrokenProgramIsNotTheFailureThatWasExpected) {
  CellRecord record = crash();
  record.reports.emplace_back().error = "NameError: name 'modle' is not defined";
  const CellRecord broken = applied(record, {kAnyFailure, {}});
  EXPECT_TRUE(broken.unexpected);
  EXPECT_EQ(
      broken.sentence,
      "Rank 0 raised (the matrix expects a failure here, but NameError means that the program "
      "is broken; to expect it anyway, add verdict = \"crash\": https://example.org/1)");
  const matrix::Expectation crashes{"https://example.org/1", "crash", false};
  EXPECT_FALSE(applied(record, {crashes, {}}).unexpected);
  record.reports.back().error = "ValueError: no";
  EXPECT_FALSE(applied(record, {kAnyFailure, {}}).unexpected);
}

TEST(Expectations, WhatAFailureWasIsKnownAfterwards) {
  EXPECT_EQ(verdict_before_expectations(crash()), Verdict::kCrash);
  EXPECT_EQ(verdict_before_expectations(applied(crash(), {kAnyFailure, {}})), Verdict::kCrash);
  const CellRecord wrong = RecordBuilder().verdict(Verdict::kWrong, "", "Not finite");
  EXPECT_EQ(verdict_before_expectations(applied(wrong, {kAnyFailure, {}})), Verdict::kWrong);
  EXPECT_EQ(verdict_before_expectations(RecordBuilder()), Verdict::kPass);
}

TEST(Expectations, AnotherFailureThanTheExpectedOneFailsTheRun) {
  const CellRecord record = applied(crash(), {matrix::Expectation{"URL", "timeout", false}, {}});
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_TRUE(record.unexpected);
  EXPECT_EQ(record.sentence, "Rank 0 raised (expected timeout, not crash: URL)");
}

TEST(Expectations, AnUnexpectedPassFailsTheRunOnlyWhenStrict) {
  const CellRecord lax = applied(RecordBuilder(), {kAnyFailure, {}});
  EXPECT_EQ(lax.verdict, Verdict::kXpass);
  EXPECT_FALSE(lax.unexpected);
  const CellRecord strict =
      applied(RecordBuilder(), {matrix::Expectation{"URL", "wrong", true}, {}});
  EXPECT_EQ(strict.verdict, Verdict::kXpass);
  EXPECT_EQ(strict.verdict_class, "strict");
  EXPECT_TRUE(strict.unexpected);
  EXPECT_EQ(strict.sentence,
            "Passed, but wrong was expected (URL). The expectation is strict, so remove it from "
            "the matrix");
}

TEST(Expectations, QuarantineHoldsUpToAndIncludingItsReviewDate) {
  for (const char* review_by : {"2026-03-14", "2026-12-01", "2027-01-01"}) {
    const CellRecord record =
        applied(crash(), {{}, matrix::Quarantine{"ann", review_by, "flaky store"}});
    EXPECT_EQ(record.verdict, Verdict::kQuarantined) << review_by;
    EXPECT_FALSE(record.unexpected);
    EXPECT_THAT(record.sentence, HasSubstr("(owner: ann; reason: flaky store): Rank 0 raised"));
  }
}

TEST(Expectations, PastItsReviewDateAQuarantinedFailureCounts) {
  for (const char* review_by : {"2026-03-13", "2025-12-31"}) {
    const CellRecord record =
        applied(crash(), {{}, matrix::Quarantine{"ann", review_by, "flaky store"}});
    EXPECT_EQ(record.verdict, Verdict::kCrash) << review_by;
    EXPECT_TRUE(record.unexpected);
    EXPECT_THAT(record.sentence, HasSubstr("its quarantine ended on "));
  }
}

TEST(Expectations, APassInQuarantineIsAPass) {
  const CellRecord record =
      applied(RecordBuilder(), {{}, matrix::Quarantine{"ann", "2027-01-01", "flaky"}});
  EXPECT_EQ(record.verdict, Verdict::kPass);
}

TEST(Expectations, WhatNeverRanIsLeftAlone) {
  for (Verdict verdict : {Verdict::kSkipped, Verdict::kInfeasible, Verdict::kInterrupted}) {
    const CellRecord record = applied(
        RecordBuilder().verdict(verdict),
        {matrix::Expectation{"URL", "", true}, matrix::Quarantine{"ann", "2027-01-01", "flaky"}});
    EXPECT_EQ(record.verdict, verdict);
    EXPECT_FALSE(record.unexpected);
  }
}

}  // namespace
}  // namespace gridlock::verdict
