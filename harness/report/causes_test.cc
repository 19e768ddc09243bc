#include "harness/report/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/fake_run.h"
#include "harness/report/summary.h"

namespace gridlock::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using verdict::CellRecord;
using verdict::Verdict;

// Returns records of cells. Cells with cp > 1 and dynamic on fail, with two different verdicts.
std::vector<CellRecord> records() {
  std::vector<CellRecord> all;
  for (const std::int64_t cp : {1, 2, 4}) {
    for (const bool dynamic : {false, true}) {
      for (const char* fsdp : {"replicate", "full_shard"}) {
        testing::RecordBuilder record("dense/cp" + std::to_string(cp) + "." + fsdp +
                                      (dynamic ? ".dynamic" : ""));
        record.axis("cp", cp).axis("dynamic", dynamic).axis("fsdp", fsdp);
        const bool fails = cp > 1 && dynamic;
        if (fails) record.verdict(cp == 2 ? Verdict::kCrash : Verdict::kDeadlock, "", "It broke");
        all.push_back(record);
      }
    }
  }
  return all;
}

std::string summary_of(const std::vector<CellRecord>& records) {
  RunSummary summary;
  summary.records = records;
  summary.causes = "gridlock causes runs/m --cases here";
  std::string text;
  for (const Line& line : summary_lines(summary, "runs/m")) text += line.render(1000, false) + "\n";
  return text;
}

TEST(CauseLines, StandBelowTheFailuresOfARunWhateverTheirVerdicts) {
  EXPECT_THAT(summary_of(records()), HasSubstr(R"(
Causes
  4 failures with one cause: cp > 1 & dynamic
    verdicts: 2 crash, 2 deadlock
    smallest failing cell: dense/cp2.full_shard.dynamic
    nearest passing cell:  dense/cp2.full_shard
  To confirm the causes, train a few more cells:
    gridlock causes runs/m --cases here

)"));
}

TEST(CauseLines, AreNotThereForOneFailure) {
  auto all = records();
  std::erase_if(all, [](const CellRecord& record) {
    return record.unexpected && record.cell != "dense/cp2.full_shard.dynamic";
  });
  EXPECT_THAT(summary_of(all), Not(HasSubstr("Causes")));
}

TEST(CauseLines, ACellFailedIfAnyRepetitionDid) {
  auto all = records();
  all.push_back(all.front());
  all.back().repetition = 1;
  all.back().verdict = Verdict::kWrong;
  const auto observations = observations_of(all);
  EXPECT_EQ(observations.size(), 12u);
  EXPECT_TRUE(observations.front().failed);
}

TEST(CauseLines, ExpectedFailuresAreFailuresAndCellsWithoutAVerdictAreNone) {
  auto all = records();
  all[0].verdict = Verdict::kXfail;
  all[1].verdict = Verdict::kXpass;
  all[2].verdict = Verdict::kSkipped;
  const auto observations = observations_of(all);
  ASSERT_EQ(observations.size(), 11u);
  EXPECT_TRUE(observations[0].failed);
  EXPECT_FALSE(observations[1].failed);
}

}  // namespace
}  // namespace gridlock::report
