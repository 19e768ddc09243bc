#include "harness/report/summary.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/fake_run.h"
#include "harness/text/columns.h"

namespace gridlock::report {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const RunSummary& summary) {
  std::string text = "\n";
  for (const Line& line : summary_lines(summary, "runs/default")) {
    text += line.render(1000, false) + "\n";
  }
  return text;
}

TEST(Summary, OfARunWithFailuresReadsLikeThis) {
  EXPECT_EQ(text_of(testing::fake_summary()), R"(
Slowest (and the phase that took longest)
      6.25 s  launch 4.75 s   dense/fp32.cp8-ring.none.full_shard
      3.75 s  launch 2.25 s   dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard
      2.50 s  compile 2.10 s  dense/fp32.cp4-ring.before-block.inductor.full_shard
      1.25 s  build 0.50 s    dense/fp32.cp1.none.replicate

Failures

  ≠ wrong    dense/fp32.cp4-ring.before-block.inductor.full_shard
    Relation 'compiled ≈ uncompiled' does not hold: loss at step 2: 4.634000301361084 against
    3.628000020980835, a difference of 1.01 where 9.27e-05 is allowed; compared with
    dense/fp32.cp1.none.replicate
    evidence: runs/default/evidence/1
    ./gridlock run matrix/default.toml \
      --select 'id=dense/fp32.cp4-ring.before-block.inductor.full_shard'

  ✗ crash    dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard
    Rank 1 was killed by SIGSEGV in step 2
    evidence: runs/default/evidence/2
    ./gridlock run matrix/default.toml \
      --select 'id=dense/bf16.cp2-allgather.after-model.aot_eager.hybrid_shard'

FAILED: 2 of 5 cells not as expected, in 3 min 12 s
  cells       1 pass, 1 wrong, 1 crash, 1 skipped
  references  1 pass
  covered     812 of 840 pairs (96.6 %) by the cells that ran to a verdict
  results     runs/default
)");
}

TEST(Summary, SaysWhereWrongNumbersBegin) {
  RunSummary summary = testing::fake_summary();
  summary.places["evidence/1"] = "forward: output of blocks.0 in step 1";
  EXPECT_THAT(text_of(summary), HasSubstr("    dense/fp32.cp1.none.replicate\n"
                                          "    first difference: forward: output of blocks.0 in "
                                          "step 1\n"
                                          "    evidence: runs/default/evidence/1\n"));
}

TEST(Summary, SaysWhereTorchsTraceIs) {
  RunSummary summary = testing::fake_summary();
  summary.traces["evidence/1"] = "torch_trace/tlparse/index.html";
  EXPECT_THAT(text_of(summary),
              HasSubstr("    trace:    runs/default/evidence/1/torch_trace/tlparse/index.html\n"));
}

TEST(Summary, ClaimsAreHeldOrBrokenAndDrawn) {
  using verdict::ClaimAnswer;
  RunSummary summary;
  summary.records = {testing::fake_record(1)};
  summary.seconds = 61;
  summary.claims = {{"time is flat",
                     "compile_seconds",
                     "s",
                     "layers",
                     "flat",
                     1.5,
                     "",
                     ClaimAnswer::kBroken,
                     "compile_seconds grows as layers^1.00",
                     2,
                     "dense/l4",
                     {{"2", 4}, {"16", 8}}},
                    {"few graphs",
                     "graphs",
                     "",
                     "layers",
                     "equal",
                     1,
                     "https://i",
                     ClaimAnswer::kBroken,
                     "graphs is 1 at layers 2 and 2 at 4",
                     1,
                     "dense/l4",
                     {{"2", 1}, {"4", 2}}},
                    {"memory", "peak_memory_mib", "MiB", "cp", "linear", 2, "",
                     ClaimAnswer::kNotJudged, "no 4 cells"}};
  const std::string text = text_of(summary);
  EXPECT_THAT(text, HasSubstr(R"(
Claims
  broken      time is flat
    claimed: flat, within a factor of 1.5; compile_seconds grows as layers^1.00 (of 2 groups of
    cells, this one is furthest from the claim)
    compile_seconds over layers, up to dense/l4
       2  4.00 s  ####################
      16  8.00 s  ########################################
  broken      few graphs
    claimed: equal; graphs is 1 at layers 2 and 2 at 4
    known issue: https://i
    graphs over layers, up to dense/l4
      2  1  ####################
      4  2  ########################################
  not judged  memory
    claimed: linear, within a factor of 2; no 4 cells

FAILED: 1 of 3 claims broken, 1 cell as expected, in 1 min 01 s
)"));
  summary.claims.erase(summary.claims.begin());
  EXPECT_THAT(text_of(summary), HasSubstr("OK: 1 cell as expected, in"));
}

TEST(Summary, NoLineIsWiderThanThePage) {
  for (const Line& line : summary_lines(testing::fake_summary(), "runs/default")) {
    EXPECT_LE(text::columns(line.render(1000, false)), text::kPageWidth);
  }
}

TEST(Summary, WhenAllIsAsExpectedThatIsWhatItSays) {
  RunSummary summary;
  summary.records = {testing::fake_record(1), testing::fake_record(2, testing::Verdict::kXfail)};
  summary.seconds = 61;
  const std::string text = text_of(summary);
  EXPECT_THAT(text, HasSubstr("OK: 2 cells as expected, in 1 min 01 s\n"));
  EXPECT_THAT(text, Not(HasSubstr("Failures")));
  EXPECT_THAT(text, Not(HasSubstr("references")));
}

TEST(Summary, AnUnexpectedPassIsNotAsExpected) {
  RunSummary summary;
  summary.records = {testing::fake_record(1), testing::fake_record(2, testing::Verdict::kXpass),
                     testing::fake_record(3, testing::Verdict::kXpass)};
  summary.seconds = 61;
  EXPECT_THAT(text_of(summary), HasSubstr("OK: 1 cell as expected, 2 passed unexpectedly (xpass), "
                                          "in 1 min 01 s\n"));
  summary.records[1].unexpected = true;  // a strict xpass
  EXPECT_THAT(text_of(summary), HasSubstr("FAILED: 1 of 3 cells not as expected, 1 passed "
                                          "unexpectedly (xpass), in"));
}

TEST(Summary, PassesThatNothingComparedAreUnjudged) {
  RunSummary summary;
  summary.records = {testing::fake_record(1), testing::fake_record(2)};
  EXPECT_THAT(text_of(summary), Not(HasSubstr("not compared")));
  summary.records[1].unjudged = true;
  const std::string text = text_of(summary);
  EXPECT_THAT(text, HasSubstr("OK: 2 cells as expected, 1 not compared, in"));
  EXPECT_THAT(text, HasSubstr("  cells       2 pass (1 of them not compared)\n"));
  EXPECT_THAT(text, HasSubstr("  uncompared  1 cell passed, but no relation compares its numbers"));
}

TEST(Summary, CellsWhoseActivationsNobodySawAreNamed) {
  RunSummary summary;
  summary.records = {testing::fake_record(1), testing::fake_record(2)};
  EXPECT_THAT(text_of(summary), Not(HasSubstr("unobserved")));
  summary.records[1].activations_unseen = true;
  EXPECT_THAT(
      text_of(summary),
      HasSubstr("  unobserved  the layer outputs of 1 cell could not be observed (the first is\n"
                "              " +
                summary.records[1].cell + ")"));
}

TEST(Summary, TheComparisonThatCameClosestToItsBoundIsNamed) {
  RunSummary summary;
  summary.records = {testing::fake_record(1), testing::fake_record(2)};
  EXPECT_THAT(text_of(summary), Not(HasSubstr("closest")));
  summary.records[0].comparisons = {{"r", "dense/p", "loss", 1, 1e-6, 1e-5},
                                    {"r", "dense/p", "grad norm", 3, 4e-6, 1e-5}};
  summary.records[1].comparisons = {{"same bits", "dense/p", "loss", 1, 0, 0}};
  EXPECT_THAT(text_of(summary),
              HasSubstr("  closest     40 % of what 'r' allows: grad norm at step 3 of\n"
                        "              dense/fp32.cp4"));
}

TEST(Summary, AnInterruptedRunIsNeverOk) {
  RunSummary summary = testing::fake_summary();
  summary.end = End::kInterrupted;
  summary.left = 4;
  EXPECT_THAT(text_of(summary),
              HasSubstr("INTERRUPTED: 5 of 9 cells finished, in 3 min 12 s; 2 not as expected"));
}

TEST(Summary, AnInterruptedCellIsNotFinished) {
  RunSummary summary;
  summary.end = End::kTime;
  summary.records = {testing::fake_record(0),
                     testing::fake_record(1, testing::Verdict::kInterrupted)};
  summary.left = 3;
  EXPECT_THAT(text_of(summary), HasSubstr("OUT OF TIME: 1 of 4 cells finished"));
}

TEST(Summary, EndsWithTheResultsAndTheCommandThatResumes) {
  RunSummary summary = testing::fake_summary();
  summary.end = End::kInterrupted;
  summary.resume = "./gridlock run matrix/default.toml --resume --out runs/default";
  EXPECT_THAT(text_of(summary),
              EndsWith("  results     runs/default\n"
                       "  resume      ./gridlock run matrix/default.toml --resume --out "
                       "runs/default\n"));
}

TEST(Summary, ARunWithoutCellsIsNotOk) {
  EXPECT_THAT(text_of(RunSummary{}), HasSubstr("NOTHING RAN"));
}

TEST(Summary, CellsThatAreSkippedAreNotAsExpected) {
  RunSummary summary;
  summary.records = {testing::fake_record(1, testing::Verdict::kSkipped, "no GPU"),
                     testing::fake_record(2, testing::Verdict::kSkipped, "no GPU")};
  EXPECT_THAT(text_of(summary), HasSubstr("NOTHING RAN: 2 cells skipped (no GPU)\n"));
  summary.records.push_back(testing::fake_record(3));
  summary.seconds = 61;
  EXPECT_THAT(text_of(summary), HasSubstr("OK: 1 cell as expected, 2 skipped, in 1 min 01 s\n"));
}

TEST(Summary, CellsThatFailAlikeAreSaidToBeOneFailure) {
  RunSummary summary;
  for (std::size_t i = 0; i < 3; ++i) {
    summary.records.push_back(testing::fake_record(i, testing::Verdict::kCrash, "Rank 0 raised"));
  }
  const std::string text = text_of(summary);
  EXPECT_THAT(text, HasSubstr("Failures (3 cells, all alike)"));
  EXPECT_THAT(text, HasSubstr("    and 2 cells that failed alike:\n      " +
                              summary.records[1].cell + "\n      " + summary.records[2].cell));
  EXPECT_EQ(text.find("Rank 0 raised"), text.rfind("Rank 0 raised"));
  summary.records[1].signature = "other";
  EXPECT_THAT(text_of(summary), HasSubstr("Failures (3 cells, 2 different failures)"));
  EXPECT_THAT(text_of(summary),
              HasSubstr("    and 1 cell that failed alike:\n      " + summary.records[2].cell));
}

// FSDP2 wraps the modules of only one of the two cells, so the class names of their modules differ.
TEST(Summary, ClassesThatFsdpWrapsMakeNoFailureOfTheirOwn) {
  RunSummary summary;
  for (const char* name : {"Block", "FSDPBlock"}) {
    summary.records.push_back(testing::fake_record(summary.records.size(), testing::Verdict::kCrash,
                                                   fmt::format("'{}' has no attribute 'x'", name)));
  }
  EXPECT_THAT(text_of(summary), HasSubstr("Failures (2 cells, all alike)"));
}

TEST(Summary, AStrictXpassIsListedAmongTheFailures) {
  RunSummary summary;
  summary.records = {testing::fake_record(1, testing::Verdict::kXpass, "Passed, though", "strict")};
  summary.records[0].unexpected = true;
  EXPECT_THAT(text_of(summary), HasSubstr("! xpass    dense/fp32"));
}

TEST(Summary, WhatTheMatrixLeavesOutStandsBelowWhatIsCovered) {
  RunSummary summary;
  summary.coverage = matrix::Coverage{2, 4, 4, "3 of 7 pairs: cp 16, 32; dynamic × inductor"};
  EXPECT_THAT(text_of(summary), HasSubstr("verdict\n  left out    3 of 7 pairs: cp 16, 32; dyn"));
  summary.coverage->left_out =
      "9 of 99 pairs: " + std::string(150, 'x') + "; " + std::string(150, 'y');
  EXPECT_THAT(text_of(summary),
              AllOf(HasSubstr("… (gridlock list shows all)\n"), Not(HasSubstr("yyy"))));
  summary.coverage->left_out = "";
  EXPECT_THAT(text_of(summary), Not(HasSubstr("left out")));
}

TEST(Coverage, ReachesAHundredPercentOnlyWhenComplete) {
  EXPECT_EQ(coverage_text({2, 840, 840}), "840 of 840 pairs (100 %)");
  EXPECT_EQ(coverage_text({3, 99999, 100000}), "99999 of 100000 triples (99.9 %)");
  EXPECT_EQ(coverage_text({4, 0, 10}), "0 of 10 4-tuples (0 %)");
  EXPECT_EQ(coverage_text({2, 0, 0}), "nothing to cover");
}

}  // namespace
}  // namespace gridlock::report
