#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Without --out: what was in runs/NAME is set aside, and what was set aside before goes.
TEST(Outputs, ARunWritesItsFilesAndKeepsThePreviousRun) {
  const Workspace workspace;
  workspace.write("runs/tiers/results.jsonl", "earlier");
  workspace.write("runs/tiers.previous/older", "");
  Words words = run_words("tiers", {"--select", "sample = 1", "--repeat", "2", "--json",
                                    "all.jsonl", "--junit", "junit.xml"});
  std::erase(words, "--out");
  std::erase(words, "out");
  GridlockRun run(workspace, words);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());

  EXPECT_EQ(read_text(workspace.root() / "runs/tiers.previous/results.jsonl"), "earlier");
  EXPECT_FALSE(exists(workspace.root() / "runs/tiers.previous/older"));
  const auto records = workspace.results("runs/tiers");
  ASSERT_EQ(records.size(), 4u);  // two cells, twice each
  for (std::size_t i = 0; i < records.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(records[i].verdict, verdict::Verdict::kPass) << records[i].sentence;
    const std::size_t twin = records[i].repetition == 0 ? i : i - 1;
    EXPECT_EQ(records[i].cell, records[twin].cell);
    EXPECT_EQ(records[i].reports[0].losses, records[twin].reports[0].losses);
  }
  EXPECT_EQ(read_text(workspace.root() / "all.jsonl"),
            read_text(workspace.root() / "runs/tiers/results.jsonl"));
  EXPECT_THAT(read_text(workspace.root() / "junit.xml"),
              AllOf(HasSubstr("tests=\"4\""), HasSubstr("before-block")));
  EXPECT_THAT(run.output(), HasSubstr("OK: 4 cells as expected"));
}

}  // namespace
}  // namespace gridlock::integration
