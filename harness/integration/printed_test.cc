// Tests which output of ranks a run shows and keeps, and the files of a failed cell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::filesystem::path evidence(const Workspace& workspace, const std::string& cell) {
  return workspace.root() / "out" / "evidence" /
         ("tiny_fp32.cpu.ws2.cp1.uncompiled.full_shard" + cell);
}

TEST(Printed, IsShownAsItIsPrintedOnRequest) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("prints", {"--jobs", "1", "-s"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("output of tiny/fp32.cpu.ws2.cp1.uncompiled.full_shard.print\n"),
                    HasSubstr("rank 0 |   hello from rank 0\n"),
                    HasSubstr("rank 1 |   hello from rank 1\n"),
                    HasSubstr("rank 1 | all of it, without an end\n")));
  EXPECT_THAT(run.output(), Not(HasSubstr("halfway")));
}

TEST(Printed, IsKeptOfCellsThatFailAndOfOthersOnRequest) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("prints", {"--jobs", "1"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), Not(HasSubstr("hello")));
  EXPECT_THAT(read_text(evidence(workspace, ".print_and_raise") / "rank1.log"),
              HasSubstr("  hello from rank 1\n"));
  EXPECT_FALSE(std::filesystem::exists(evidence(workspace, ".print")));

  const Workspace other;
  GridlockRun keeping(other, run_words("prints", {"--keep-logs", "--select", "fault = print"}));
  EXPECT_EQ(keeping.exit_code(), 0) << keeping.output();
  EXPECT_THAT(read_text(evidence(other, ".print") / "rank0.log"), HasSubstr("hello from rank 0"));
}

TEST(Printed, AFailedCellLeavesItsTracebackAndAMatrixOfItself) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("prints", {"--jobs", "1"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto folder = evidence(workspace, ".print_and_raise");
  EXPECT_THAT(read_text(folder / "traceback.txt"),
              AllOf(HasSubstr("rank 1:\n\nTraceback"), HasSubstr("in raise_on_every_rank"),
                    HasSubstr("ValueError: planted on rank 0")));

  EXPECT_THAT(read_text(folder / "cell.toml"),
              HasSubstr("\n#   gridlock run cell.toml --cases " INTEGRATION_FOLDER "/cases\n"));
  GridlockRun list(workspace,
                   {"list", folder / "cell.toml", "--cases", INTEGRATION_FOLDER "/cases"});
  EXPECT_EQ(list.exit_code(), 0) << list.output();
  EXPECT_THAT(list.output(),
              AllOf(HasSubstr("tiny/fp32.cpu.ws2.cp1.uncompiled.full_shard.print_and_raise"),
                    HasSubstr("1 cell and 0 references")));
}

}  // namespace
}  // namespace gridlock::integration
