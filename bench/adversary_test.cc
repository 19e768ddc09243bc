#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "bench/adversary_rows.h"
#include "bench/adversary_tally.h"
#include "harness/verdict/verdict.h"
#include "matrix/ground_truth.h"

namespace gridlock::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

AdversaryRun run_of(const std::string& truth, const std::string& answer,
                    const std::string& doubt = "") {
  AdversaryRun run;
  run.row = "adversaries/thread.in_sleep.healthy";
  run.axes = {{"helper", "thread"}, {"blocked_in", "sleep"}};
  run.truth = truth;
  run.answer = answer;
  run.doubt = doubt;
  return run;
}

// Returns the tally of 100 healthy programs that complete and 100 deadlocks. Of the deadlocks,
// `proved` are proved, `likely` are likely, and the others end in a timeout.
AdversaryTally campaign(int proved, int likely) {
  AdversaryTally tally;
  for (int i = 0; i < 100; ++i) {
    tally.add(run_of("pass", "pass"));
    tally.add(run_of("deadlock", i < proved            ? "proved"
                                 : i < proved + likely ? "likely"
                                                       : "timeout"));
  }
  return tally;
}

verdict::CellRecord deadlocked() {
  verdict::CellRecord record;
  record.cell = "adversaries/x";
  record.axes = {{"precision", std::string("fp32")}, {"helper", std::string("timer")}};
  record.verdict = verdict::Verdict::kDeadlock;
  record.finding.emplace();
  return record;
}

TEST(Adversary, ADeadlockOfWhichNothingElseIsSaidIsProved) {
  const AdversaryRun run = adversary_run(deadlocked(), "pass", "evidence");
  EXPECT_EQ(run.answer, "proved");
  EXPECT_TRUE(run.false_proof());
  EXPECT_FALSE(run.right());
  const std::vector<std::pair<std::string, std::string>> own = {{"helper", "timer"}};
  EXPECT_EQ(run.axes, own);
}

TEST(Adversary, LikelyIsRightForADeadlockAndWrongForAStall) {
  EXPECT_TRUE(run_of("deadlock", "likely").right());
  EXPECT_FALSE(run_of("stall", "likely").right());
  EXPECT_FALSE(run_of("pass", "likely").right());
  EXPECT_FALSE(run_of("pass", "likely").false_proof());
  EXPECT_FALSE(run_of("stall", "proved").right());
  EXPECT_TRUE(run_of("stall", "proved").false_proof());
}

TEST(Adversary, AFalseProofNamesItsRowScriptAndEvidence) {
  AdversaryRun run = run_of("crash", "proved");
  run.script = "scripts/x.py";
  run.evidence = "evidence/x";
  EXPECT_THAT(line(run), HasSubstr("FALSE PROOF of adversaries/thread.in_sleep.healthy"));
  EXPECT_THAT(line(run), HasSubstr("scripts/x.py"));
  EXPECT_THAT(line(run), HasSubstr("evidence/x"));
  EXPECT_THAT(line(run_of("pass", "pass")), Not(HasSubstr("FALSE")));
}

TEST(AdversaryTally, WantsNearlyAllDeadlocksFoundAndMostProved) {
  EXPECT_TRUE(campaign(60, 38).good_enough());
  EXPECT_FALSE(campaign(60, 37).good_enough());
  EXPECT_FALSE(campaign(59, 41).good_enough());
  EXPECT_FALSE(AdversaryTally().good_enough());
}

TEST(AdversaryTally, OneFalseProofIsTooMany) {
  AdversaryTally tally = campaign(100, 0);
  tally.add(run_of("pass", "proved"));
  EXPECT_FALSE(tally.good_enough());
  EXPECT_THAT(tally.describe(), HasSubstr("false proofs: 1\n"));
  EXPECT_THAT(tally.describe(), HasSubstr("blocked_in = sleep                   201"
                                          "              1           0\n"));
}

TEST(AdversaryTally, HealthyProgramsThatFailProveNothing) {
  AdversaryTally tally = campaign(100, 0);
  for (int i = 0; i < 3; ++i) tally.add(run_of("pass", "timeout"));
  EXPECT_FALSE(tally.good_enough());
}

TEST(AdversaryTally, CountsDoubtsByKind) {
  EXPECT_EQ(doubt_category("thread uploader of rank 0 waits for child process 4711"),
            "waits for child process N");
  EXPECT_EQ(doubt_category("process 12 is no rank"), "process N is no rank");
  AdversaryTally tally;
  tally.add(run_of("deadlock", "likely", "thread a of rank 0 waits for child process 4"));
  tally.add(run_of("deadlock", "likely", "thread b of rank 1 waits for child process 17"));
  tally.add(run_of("pass", "pass", "thread b of rank 1 waits for child process 17"));
  EXPECT_THAT(tally.describe(), HasSubstr("     2  waits for child process N\n"));
  EXPECT_THAT(tally.describe(), HasSubstr("completed after a likely deadlock: 1\n"));
}

TEST(AdversaryRows, EachProgramHasItsTwinAndASliceHasAllHelpers) {
  const matrix::Plan all = adversary_plan({});
  EXPECT_GE(all.cells.size(), 2u * 600);
  AdversaryOptions options;
  options.pairs = 12;
  const matrix::Plan slice = adversary_plan(options);
  ASSERT_EQ(slice.cells.size(), 24u);
  std::set<matrix::Value> helpers;
  for (std::size_t i = 0; i < slice.cells.size(); ++i) {
    const auto& cell = slice.cells[i].cell;
    helpers.insert(*cell.find("helper"));
    EXPECT_EQ(*cell.find("twin"), matrix::Value(i % 2 == 0 ? "healthy" : "hangs")) << cell.id;
  }
  EXPECT_EQ(helpers.size(), 12u);
}

TEST(AdversaryRows, SomeChangeAFactAfterwards) {
  AdversaryOptions options;
  options.select = "afterwards != nothing";
  std::set<matrix::Value> changes;
  for (const auto& planned : adversary_plan(options).cells) {
    changes.insert(*planned.cell.find("afterwards"));
  }
  EXPECT_EQ(changes.size(), 11u);
}

TEST(AdversaryRows, OnGpusRanksAlsoWaitForStreamsAndGraphs) {
  AdversaryOptions options;
  options.gpus = true;
  // On a machine with a single GPU, a constraint would forbid the cells that need GPUs. Without any
  // GPU, the plan contains these cells, so the test hides all GPUs.
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  std::set<matrix::Value> others, changes;
  for (const auto& planned : adversary_plan(options).cells) {
    EXPECT_EQ(*planned.cell.find("device"), matrix::Value("cuda"));
    others.insert(*planned.cell.find("others_in"));
    changes.insert(*planned.cell.find("afterwards"));
  }
  EXPECT_TRUE(others.contains("side_stream") && others.contains("graph"));
  EXPECT_TRUE(changes.contains("capture_ended_early"));
}

TEST(AdversaryRows, ATruthIsKnownOfEach) {
  const matrix::GroundTruth ground_truth(adversary_matrix(1).the_case, verdict::names());
  std::map<std::string, std::size_t> count;
  for (const auto& planned : adversary_plan({}).cells) ++count[ground_truth.of(planned.cell).is];
  EXPECT_EQ(count.size(), 4u);
  EXPECT_GT(count["deadlock"], 600u);
  EXPECT_GT(count["pass"], 600u);
}

}  // namespace
}  // namespace gridlock::bench
