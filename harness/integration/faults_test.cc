#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using verdict::CellRecord;
using verdict::RankReport;
using verdict::Verdict;

struct Expected {
  const char* fault;  // suffix of the cell's id
  Verdict verdict;
  const char* verdict_class;
  std::vector<int> ranks;
  const char* sentence;  // part of the sentence
};

constexpr const char* kFinishedEarly = " never called";

const Expected kExpected[] = {
    {".daemons", Verdict::kPass, "", {}, ""},
    {".disagree", Verdict::kWrong, "ranks disagree", {1}, ""},
    {".full_shard", Verdict::kPass, "", {}, ""},
    {".hang", Verdict::kStall, "busy rank", {1}, "Rank 1 has not called"},
    {".kill_rank_1", Verdict::kCrash, "killed", {1}, "SIGKILL"},
    {".leave_by_sys_exit", Verdict::kCrash, "exited early", {1}, kFinishedEarly},
    {".leave_early", Verdict::kCrash, "exited early", {1}, kFinishedEarly},
    {".not_finite", Verdict::kWrong, "not finite", {0, 1}, "nan"},
    {".nothing_to_compile", Verdict::kNotCompiled, "", {0, 1}, "no graph was captured"},
    {".raise", Verdict::kCrash, "raised", {0, 1}, "ValueError"},
    {".raise_on_rank_1", Verdict::kCrash, "raised", {1}, "ValueError"},
};

void expect_verdict(const std::vector<CellRecord>& records, const Expected& expected) {
  SCOPED_TRACE(expected.fault);
  const CellRecord* record = find(records, expected.fault);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(verdict::name(record->verdict), verdict::name(expected.verdict)) << record->sentence;
  EXPECT_EQ(record->verdict_class, expected.verdict_class);
  EXPECT_EQ(record->ranks, expected.ranks);
  EXPECT_THAT(record->sentence, HasSubstr(expected.sentence));
}

// Returns the processes that ranks have started. They are no programs of gridlock.
std::vector<Process> strays(const GridlockRun& run) {
  return run.processes(Kind::kOther);
}

// Checks the documented limits of resident memory. Called at the end of a run, when only the last
// cell still trains.
void expect_small(const GridlockRun& run) {
  EXPECT_LE(resident_mb(run.pid()), 20) << "the controller";
  EXPECT_LE(resident_mb(run.wait_for(Kind::kAgent).pid), 30) << "the agent";
  EXPECT_GT(resident_mb(run.pid()), 1);
}

TEST(Faults, EachIsSaidAndNoneOutlivesItsCell) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("faults", {"--jobs", "1"}));
  run.wait_until("all cells but the last have ended",
                 [&] { return workspace.results().size() == std::size(kExpected); });
  EXPECT_EQ(describe(strays(run)), "");
  expect_small(run);
  workspace.tell_to_go_on();
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());

  const std::vector<CellRecord> records = workspace.results();
  EXPECT_EQ(records.size(), std::size(kExpected) + 1);
  for (const Expected& expected : kExpected) expect_verdict(records, expected);

  const CellRecord* raised = find(records, ".raise");
  ASSERT_NE(raised, nullptr);
  EXPECT_THAT(raised->reports,
              Each(Field(&RankReport::traceback,
                         AllOf(HasSubstr("case.py"), HasSubstr("in raise_on_every_rank")))));
  EXPECT_EQ(raised->reports.at(1).error, "ValueError: planted on rank 1");
}

// The daemons of a cell must end when the cell ends, not only when the run ends.
TEST(Faults, TheNextCellFindsNoDaemons) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("faults", {"--jobs", "1", "--select",
                                                  "fault = daemons | fault = until_told"}));
  run.wait_until("the daemons were there", [&] { return !strays(run).empty(); });
  run.wait_until("their cell has ended", [&] { return workspace.results().size() == 1; });
  EXPECT_EQ(describe(strays(run)), "");
  EXPECT_TRUE(run.is_running());
  workspace.tell_to_go_on();
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
