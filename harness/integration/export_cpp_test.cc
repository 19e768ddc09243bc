// Tests gridlock export --cpp, which turns a recorded hang into a C++ program. The program is built
// and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using ExportCpp = ExecFixture;

TEST_F(ExportCpp, TheCallsOfAHangHangInCppToo) {
  const auto path = script(R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
pair = dist.new_group([1, 2])
dist.all_reduce(torch.ones(5))
if dist.get_rank() == 1:
    dist.barrier(group=pair)
dist.all_reduce(torch.ones(7))
)");
  GridlockRun hang(workspace_, exec_words({"--fork", "-n", "4", "--evidence", "evidence", path}));
  ASSERT_NE(hang.exit_code(), 0) << hang.output();
  GridlockRun run(workspace_, {"export", "--cpp", "evidence", "-o", "repro"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("repro.cpp written: "),
                                  HasSubstr("3 calls on 3 ranks (recorded: 4 calls on 4 ranks)"),
                                  HasSubstr("verified: the program hangs")));
  const std::string text = read_text(workspace_.root() / "repro/repro.cpp");
  EXPECT_THAT(text, AllOf(HasSubstr("constexpr int kRanks = 3;"), HasSubstr("// script.py:"),
                          Not(HasSubstr("all_reduce(*group, 5)"))));
}

TEST_F(ExportCpp, OfAMinimizedHangTheCallsAreWrittenToo) {
  const auto path = script(R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
print(dist.get_rank())
if dist.get_rank() == 0:
    dist.barrier()
dist.all_reduce(torch.ones(7))
)");
  GridlockRun run(workspace_, {"minimize", "--verify", "1", "--python", INTEGRATION_PYTHON, "--cpp", "--out",
                               "small", "-n", "2", "--budget", "1", path});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("small/cpp/repro.cpp written: 2 calls on 2 ranks"),
                                  HasSubstr("verified: the program hangs")));
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

TEST_F(ExportCpp, OfAMinimizedCrashThereIsNoProgram) {
  const auto path = script("import torch\nraise ValueError('planted')\n");
  GridlockRun run(workspace_, {"minimize", "--verify", "1", "--python", INTEGRATION_PYTHON, "--cpp", "--out",
                               "small", "-n", "1", "--budget", "1", path});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("no C++ program: the failure is not a hang in collective "
                                      "calls"));
}

TEST_F(ExportCpp, WithoutARecordedHangNothingIsWritten) {
  std::filesystem::create_directory(workspace_.root() / "evidence");
  GridlockRun run(workspace_, {"export", "--cpp", "evidence"});
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.output(), HasSubstr("evidence: no C++ program: evidence has no snapshots.json"));
  EXPECT_FALSE(std::filesystem::exists(workspace_.root() / "repro"));
}

}  // namespace
}  // namespace gridlock::integration
