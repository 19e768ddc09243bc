#include "harness/report/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/report/fake_run.h"
#include "harness/report/results_log.h"
#include "harness/report/summary.h"

namespace gridlock::report {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;
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
  EXPECT_TRUE(observations.front().failed());
}

TEST(CauseLines, ExpectedFailuresAreFailuresAndCellsWithoutAVerdictAreNone) {
  auto all = records();
  all[0].verdict = Verdict::kXfail;
  all[1].verdict = Verdict::kXpass;
  all[2].verdict = Verdict::kSkipped;
  const auto observations = observations_of(all);
  ASSERT_EQ(observations.size(), 11u);
  EXPECT_TRUE(observations[0].failed());
  EXPECT_FALSE(observations[1].failed());
}

std::vector<std::string> cells_of(const std::vector<matrix::causes::Observation>& observations,
                                  const std::vector<std::size_t>& rows) {
  std::vector<std::string> ids;
  for (const std::size_t row : rows) ids.push_back(observations[row].cell.id);
  return ids;
}

// Returns the cells with this verdict.
std::vector<std::string> cells_with(const std::vector<CellRecord>& records, Verdict verdict) {
  std::vector<std::string> ids;
  for (const CellRecord& record : records) {
    if (record.verdict == verdict) ids.push_back(record.cell);
  }
  return ids;
}

// A night of matrix/nightly.toml on two H200 GPUs with torch 2.11. Nine cells failed because of two
// bugs of torch. With activation checkpointing, an unbalanced context-parallel model that is
// compiled by another back end than eager issues its collectives in different order (six desyncs).
// A balanced one in fp32 cannot be traced (three crashes). Both need CUDA, because cells on CPUs
// have another attention.
TEST(CauseLines, TwoBugsOfARealNightAreToldApart) {
  const auto records = read_results(GRIDLOCK_SOURCE_DIR "/harness/report/nights/two_h200.jsonl");
  const auto observations = observations_of(records);
  const auto explanation = matrix::causes::explain(observations);
  ASSERT_EQ(explanation.causes.size(), 2u);
  EXPECT_THAT(explanation.unexplained, IsEmpty());
  for (const auto& cause : explanation.causes) EXPECT_THAT(cause.passes, IsEmpty());
  EXPECT_THAT(cells_of(observations, explanation.causes[0].failures),
              UnorderedElementsAreArray(cells_with(records, Verdict::kDesync)));
  EXPECT_THAT(cells_of(observations, explanation.causes[1].failures),
              UnorderedElementsAreArray(cells_with(records, Verdict::kCrash)));
  // No uncompiled cell of this night has the other conditions.
  EXPECT_EQ(matrix::causes::text_of(explanation.causes[0].conjunction),
            "device = cuda & cp = 2 & !load_balance & backend != eager & "
            "activation_checkpointing");
}

TEST(CauseLines, CellsThatPassedAlthoughTheCauseHoldsAreNamedWithTheirRuns) {
  auto all = records();
  const auto failing =
      std::ranges::find(all, std::string("dense/cp4.replicate.dynamic"), &CellRecord::cell);
  ASSERT_NE(failing, all.end());
  CellRecord again = *failing;
  again.verdict = Verdict::kPass;
  again.repetition = 1;
  all.push_back(again);
  const auto observations = observations_of(all);
  std::string text;
  for (const Line& line : cause_lines(all, observations, matrix::causes::explain(observations)))
    text += line.render(1000, false) + "\n";
  EXPECT_THAT(text, HasSubstr("one cause: cp > 1 & dynamic\n"));
  EXPECT_THAT(text, HasSubstr("cells that passed although the cause holds:\n"
                              "      dense/cp4.replicate.dynamic (passed in 1 of 2 runs)\n"));
}

}  // namespace
}  // namespace gridlock::report
