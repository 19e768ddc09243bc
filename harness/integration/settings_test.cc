// Tests axes that are settings of torch or of the environment. A setting must reach the ranks of
// its cells and no others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using verdict::Verdict;

constexpr const char* kCompiled = "dense/fp32.cpu.ws2.cp1.before-block.eager.full_shard.l1";

std::map<std::string, Verdict> verdicts_of_compiled(const Workspace& workspace) {
  std::map<std::string, Verdict> verdicts;
  for (const auto& record : workspace.results()) {
    if (record.cell.starts_with(kCompiled)) verdicts[record.cell] = record.verdict;
  }
  return verdicts;
}

TEST(Settings, OfTorchReachTheirCellsAlone) {
  const Workspace workspace;
  // One team of ranks trains all cells.
  GridlockRun run(workspace, run_words("settings", {"--jobs", "1", "--tier", "warm"}),
                  {{"NCCL_ALGO", "Ring"}});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(verdicts_of_compiled(workspace),
              ElementsAre(Pair(kCompiled, Verdict::kPass),
                          Pair(std::string(kCompiled) + ".dynamo_disable", Verdict::kNotCompiled)));

  GridlockRun review(workspace, {"flags", "review", "out"});
  EXPECT_EQ(review.exit_code(), 0);
  EXPECT_THAT(review.output(), AllOf(HasSubstr("NCCL_ALGO"), HasSubstr("not set -> Ring"),
                                     Not(HasSubstr("dynamo.disable"))));
}

TEST(Settings, OfTheEnvironmentAreThereAsPythonStarts) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("variables"));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(verdicts_of_compiled(workspace),
              ElementsAre(Pair(kCompiled, Verdict::kPass),
                          Pair(std::string(kCompiled) + ".TORCH_COMPILE_DISABLE_1",
                               Verdict::kNotCompiled)));
}

}  // namespace
}  // namespace gridlock::integration
