// Tests when a run keeps torch's structured traces (of failed cells, of all compiled cells, or
// never), and the traces of torch.profiler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// Counts the files with `part` in their names in the evidence of all cells of the run.
long count_files(const Workspace& workspace, const std::string& part) {
  const fs::path evidence = workspace.root() / "out" / "evidence";
  if (!fs::exists(evidence)) return 0;
  long count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(evidence)) {
    count += entry.path().filename().string().find(part) != std::string::npos;
  }
  return count;
}

TEST(Traces, OfAFailureAreMadeByTrainingItAgain) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("traces"));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("record the trace of torch.compile (TORCH_TRACE)"));
  EXPECT_EQ(count_files(workspace, "torch_trace_rank_0_"), 1);
  EXPECT_EQ(count_files(workspace, "torch_trace_rank_1_"), 1);
  if (fs::exists(fs::path(INTEGRATION_PYTHON).parent_path() / "tlparse")) {
    EXPECT_THAT(run.output(), HasSubstr("torch_trace/tlparse/index.html"));
    EXPECT_EQ(count_files(workspace, "index.html"), 1);
  }
  const auto traces = workspace.json("out/traces.json");
  ASSERT_EQ(traces.size(), 1u) << traces.dump(2);
  EXPECT_EQ(traces[0]["verdict"], "graph_break");
  EXPECT_TRUE(fs::exists(workspace.root() / "out" / traces[0]["trace"].get<std::string>()));
  EXPECT_FALSE(fs::exists(workspace.root() / "out" / ".trace"));
  EXPECT_EQ(workspace.results().size(), 2u) << "it is no result";
}

TEST(Traces, OfNothingAreMadeWhereNobodyWantsThem) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("traces", {"--torch-trace", "never"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_EQ(count_files(workspace, "torch_trace"), 0);
}

TEST(Traces, OfAllCellsAreKeptWithThoseThatPass) {
  const Workspace workspace;
  GridlockRun run(workspace,
                  run_words("settings", {"--torch-trace", "always", "--select",
                                         "compile != none & not config.dynamo.disable"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_EQ(count_files(workspace, "torch_trace_rank_"), 2);
  EXPECT_EQ(workspace.json("out/traces.json").size(), 1u) << "of the one that compiles";
  for (const auto& record : workspace.results()) {
    const bool compiles = record.cell.find("uncompiled") == std::string::npos;
    EXPECT_EQ(!record.evidence.empty(), compiles) << record.cell;
  }
}

TEST(Traces, OfTheProfilerAreKeptOfEachRank) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("settings", {"--torch-profile", "--select",
                                                    "not config.dynamo.disable"}));
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  const auto results = workspace.results();
  ASSERT_FALSE(results.empty());
  for (const auto& record : results) {
    const fs::path profile = workspace.root() / "out" / record.evidence / "torch_profile";
    EXPECT_TRUE(fs::exists(profile / "rank0.json.gz")) << record.cell;
    EXPECT_TRUE(fs::exists(profile / "rank1.json.gz")) << record.cell;
  }
  EXPECT_EQ(count_files(workspace, "torch_trace_rank_"), 0);
}

}  // namespace
}  // namespace gridlock::integration
