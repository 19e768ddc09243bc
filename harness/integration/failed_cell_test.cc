// Tests that a failed cell fails again from the cell.toml in its evidence folder, and what is said
// if its evidence is incomplete.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using verdict::Verdict;

// A wrong relation, and a limit that no cell can keep. Steady steps exist only because the file
// sets the number of steps.
constexpr const char* kOwn = R"(
case = "tiny"
strength = "all"
standard_relations = false

[run]
steps = 6

[axes]
device = ["cpu"]
world_size = [2]
compile = ["before_fsdp"]
backend = ["eager"]
fault = ["none", "slightly_wrong"]

[[relation]]
name = "a wrong model is as good"
set = { fault = "none" }
select = "fault = slightly_wrong"
rtol = 1e-5

[[compile_limit]]
select = "fault = none"
speedup = 1000
)";

// Returns the command in the first lines of the file, with a folder for its results.
Words command_of(const std::filesystem::path& file, const std::filesystem::path& out) {
  const std::string text = read_text(file);
  const std::size_t begin = text.find("gridlock run");
  Words words = pasted(text.substr(begin, text.find('\n', begin) - begin));
  words.insert(words.end(), {"--out", out, "--no-places", "--torch-trace", "never"});
  return words;
}

TEST(FailedCell, FailsAgainFromItsMatrix) {
  const Workspace workspace;
  const auto file = workspace.write("own.toml", kOwn);
  GridlockRun run(workspace, {"run", file, "--cases", INTEGRATION_FOLDER "/cases", "--out", "out",
                              "--no-places", "--torch-trace", "never"});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  std::vector<verdict::CellRecord> failed = workspace.results();
  std::erase_if(failed, [](const auto& record) { return record.verdict == Verdict::kPass; });
  ASSERT_THAT(failed, SizeIs(2)) << run.output();
  for (const verdict::CellRecord& record : failed) {
    SCOPED_TRACE(record.cell);
    const std::string out = "again" + std::string(verdict::name(record.verdict));
    const auto folder = workspace.root() / "out" / record.evidence;
    GridlockRun again(workspace, command_of(folder / "cell.toml", workspace.root() / out), {},
                      folder);
    EXPECT_EQ(again.exit_code(), 1) << again.output() << read_text(folder / "cell.toml");
    const auto records = workspace.results(out);
    const auto repeated = std::ranges::find(records, record.cell, &verdict::CellRecord::cell);
    ASSERT_NE(repeated, records.end());
    EXPECT_EQ(repeated->verdict, record.verdict);
    EXPECT_EQ(repeated->signature, record.signature);
    EXPECT_EQ(repeated->steps, record.steps);
    EXPECT_THAT(records, SizeIs(2)) << "the cell and the one that judges it";
  }
}

TEST(FailedCell, SaysWhichOfItsRecordsAreLost) {
  const Workspace workspace;
  const auto file = workspace.write("many.toml",
                                    "case = 'tiny'\nstrength = 1\n[axes]\ndevice = ['cpu']\n"
                                    "world_size = [2]\nfault = ['many_keys']\n");
  GridlockRun run(workspace, {"run", file, "--cases", INTEGRATION_FOLDER "/cases", "--out", "out"});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("note: rank 1 has set more store keys than gridlock can"));
  EXPECT_THAT(workspace.results().at(0).note,
              HasSubstr("a deadlock of this rank at a store key can only be reported as likely"));
}

TEST(FailedCell, SaysThatItsEvidenceIsIncomplete) {
  const Workspace workspace;
  const std::string folder =
      "out/evidence/tiny_fp32.cpu.ws2.cp1.uncompiled.full_shard.print_and_raise/";
  workspace.write(folder + "rank1.log/in_the_way", "");
  GridlockRun run(workspace, run_words("prints", {"--select", "fault = print_and_raise"}));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(),
              HasSubstr("the evidence is incomplete, because a file could not be written"));
  EXPECT_THAT(read_text(workspace.root() / (folder + "rank0.log")), HasSubstr("hello from rank 0"));
  for (const char* name : {"rank1.events.txt", "traceback.txt", "cell.toml"})
    EXPECT_NE(read_text(workspace.root() / (folder + name)), "") << name;
}

}  // namespace
}  // namespace gridlock::integration
