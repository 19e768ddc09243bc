#include "harness/verdict/printed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/verdict/judge.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {
namespace {

using ::testing::StartsWith;
using Steps = std::vector<std::vector<std::string>>;

CellRecord printing(const std::vector<Steps>& ranks) {
  CellRecord record;
  for (const Steps& steps : ranks) {
    RankReport& report = record.reports.emplace_back();
    report.losses = {3, 2, 1};
    report.printed = steps;
  }
  return record;
}

std::string difference(const Steps& own, const Steps& uncompiled) {
  return how_printed_differs(printing({own}), printing({uncompiled}));
}

TEST(Printed, TheSameLinesDoNotDiffer) {
  EXPECT_EQ(difference({}, {}), "");
  EXPECT_EQ(difference({{"a"}, {}, {"b"}}, {{"a"}, {}, {"b"}}), "");
}

TEST(Printed, ABufferThatIsMutatedAfterwards) {
  EXPECT_EQ(difference({{"steps tensor(1)"}}, {{"steps tensor(0)"}}),
            "rank 0 prints in step 0: \"steps tensor(1)\" instead of \"steps tensor(0)\"");
  EXPECT_NE(difference({{"scale tensor(0.5000)"}}, {{"scale tensor(0.)"}}), "");
}

TEST(Printed, DecimalsDifferByRounding) {
  EXPECT_EQ(difference({{"loss 2.3125 at 1"}}, {{"loss 2.31 at 1"}}), "");
  EXPECT_NE(difference({{"loss 2.3125 at 1"}}, {{"loss 2.31 at 2"}}), "");
  EXPECT_NE(difference({{"loss 2.31"}}, {{"loss 2.39"}}), "");
  EXPECT_NE(difference({{"loss 2.31"}}, {{"lass 2.31"}}), "");
  EXPECT_EQ(difference({{"zero -0.00001"}}, {{"zero 0.00002"}}), "");
}

TEST(Printed, LinesThatAreMissingOrFurther) {
  EXPECT_EQ(difference({{"a", "c"}}, {{"a", "b", "c"}}),
            "rank 0 prints in step 0: 2 lines instead of 3, without \"b\"");
  EXPECT_EQ(difference({}, {{"a"}}),
            "rank 0 prints in step 0: 0 lines instead of 1, without \"a\"");
  EXPECT_EQ(difference({{"a"}, {"b"}}, {{"a"}}),
            "rank 0 prints in step 1: 1 line instead of 0, with the extra line \"b\"");
}

TEST(Printed, NamesTheFirstRankThatDiffers) {
  EXPECT_THAT(how_printed_differs(printing({{{"a"}}, {{"x"}}}), printing({{{"a"}}, {{"b"}}})),
              StartsWith("rank 1 prints"));
}

TEST(Printed, StepsThatOneOfThemHasNotMadeAreNotCompared) {
  CellRecord ended = printing({{{"a"}}});
  ended.reports[0].losses = {3};
  EXPECT_EQ(how_printed_differs(ended, printing({{{"a"}, {"b"}}})), "");
}

TEST(Printed, IsANoteBesideOthersAndNoVerdict) {
  CellRecord record = printing({{{"x"}}});
  CellRecord uncompiled = printing({{{"y"}}});
  uncompiled.cell = "eager";
  record.note = "calls pair by accident";
  matrix::PlannedCell planned;
  const auto lookup = [&](const std::string& cell) {
    return cell == uncompiled.cell ? &uncompiled : nullptr;
  };
  note_printed(record, planned, lookup);
  EXPECT_EQ(record.note, "calls pair by accident");
  planned.uncompiled = "eager";
  note_printed(record, planned, lookup);
  EXPECT_THAT(record.note,
              StartsWith("calls pair by accident. unlike eager, rank 0 prints in step 0: "
                         "\"x\" instead of \"y\". torch.compile moves"));
  EXPECT_EQ(record.verdict, Verdict::kPass);
}

}  // namespace
}  // namespace gridlock::verdict
