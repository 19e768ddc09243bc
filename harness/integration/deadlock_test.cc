#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
using verdict::CellRecord;
using verdict::Verdict;

// Runs the selftest without GPUs, because a cell may need more GPUs than this machine has.
GridlockRun selftest(const Workspace& workspace, const std::string& pattern) {
  return {workspace,
          {"selftest", "--quick", "--select", pattern, "--out", "out"},
          {{"CUDA_VISIBLE_DEVICES", ""}}};
}

int check(const Workspace& workspace, const std::string& certificate, std::string& output) {
  GridlockRun run(workspace, {"check", workspace.write("certificate.json", certificate)});
  const int code = run.exit_code();
  output = run.output();
  return code;
}

TEST(Deadlock, IsProvedExplainedAndItsCertificateChecked) {
  const Workspace workspace;
  GridlockRun run = selftest(workspace, "faults/missing_rank*");
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  const std::vector<CellRecord> records = workspace.results();
  ASSERT_EQ(records.size(), 1u);
  const CellRecord& record = records[0];
  EXPECT_EQ(record.verdict, Verdict::kDeadlock);
  EXPECT_EQ(record.verdict_class, "missing rank");
  EXPECT_EQ(record.ranks, std::vector<int>{1});
  EXPECT_THAT(record.sentence, HasSubstr("Rank 1 never called all_reduce #2"));
  ASSERT_TRUE(record.finding);
  EXPECT_EQ(record.finding->waiting_for.size(), 4u);

  const auto evidence = workspace.root() / "out" / record.evidence;
  EXPECT_THAT(read_text(evidence / "diagnosis.txt"), HasSubstr("the ranks diverge at call #2"));
  std::string output;
  const std::string certificate = read_text(evidence / "certificate.json");
  EXPECT_EQ(check(workspace, certificate, output), 0) << output;
  EXPECT_THAT(output, HasSubstr("the proof holds"));

  std::string tampered = certificate;
  tampered.replace(tampered.rfind("\"events\": "), 10, "\"events\": 1");
  EXPECT_EQ(check(workspace, tampered, output), 1) << output;
  EXPECT_THAT(output, HasSubstr("rejected"));
  EXPECT_EQ(check(workspace, "{\"no\": 1", output), 1) << output;
}

TEST(Deadlock, OfManyKindsIsTold) {
  const Workspace workspace;
  GridlockRun run = selftest(workspace, "faults/*_order*");
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  for (const CellRecord& record : workspace.results()) {
    EXPECT_EQ(record.verdict_class, "different order") << record.sentence;
  }
  EXPECT_GE(workspace.results().size(), 2u);
}

TEST(Deadlock, IsNoneWhereRanksComeLate) {
  const Workspace workspace;
  GridlockRun run = selftest(workspace, "healthy/late_joiner*");
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_EQ(workspace.results().at(0).verdict, Verdict::kPass);
}

// Calls that pair by accident do not fail the cell, but its record has a note about them.
TEST(Deadlock, TheNoteNamesTheFirstShiftedPair) {
  const Workspace workspace;
  GridlockRun run = selftest(workspace, "faults/shifted_pairs*");
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(workspace.results().at(0).note, HasSubstr("rank 1 may have skipped a call"));
}

}  // namespace
}  // namespace gridlock::integration
