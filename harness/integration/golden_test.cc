// Tests recorded numerical results, and results that must be equal in all cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/integration/gridlock_run.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/text/test_effort.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using verdict::Verdict;
namespace fs = std::filesystem;

constexpr const char* kMatrix = R"(
case = "dense"
strength = 1
[axes]
device = ["cpu"]
world_size = [2]
layers = [1]
fsdp = ["replicate", "full_shard"]
)";

constexpr const char* kFewIntegers = R"(
precision = ["fp32", "bf16"]
world_size = [2]
backend = ["eager"]
fsdp = ["replicate", "full_shard"]
)";
constexpr const char* kManyIntegers = R"(
precision = ["fp32", "bf16", "fp16"]
world_size = [2, 4]
backend = ["aot_eager"]
fsdp = ["replicate", "full_shard", "hybrid_shard"]
)";

// Returns part of matrix/exact.toml.
std::string integers() {
  return std::string(R"(
case = "exact"
strength = 2
standard_relations = false
[run]
steps = 2
activations = true
[axes]
device = ["cpu"]
cp = [1, 2]
rotation = ["ring"]
load_balance = [true]
compile = ["none", "before_fsdp"]
)") + (tries_all() ? kManyIntegers : kFewIntegers) +
         R"(
[[relation]]
name = "the same integers"
set = { precision = "fp32", cp = 1, compile = "none", fsdp = "replicate", world_size = 2 }
exact = true
)";
}

class Golden : public ::testing::Test {
 protected:
  Golden() {
    workspace_.write("m.toml", kMatrix);
    GridlockRun run(workspace_, {"run", "m.toml"});
    EXPECT_EQ(run.exit_code(), 0) << run.output();
  }

  std::string golden(const Words& more, int exit_code) {
    Words words = {"golden"};
    words.insert(words.end(), more.begin(), more.end());
    GridlockRun run(workspace_, words);
    EXPECT_EQ(run.exit_code(), exit_code) << run.output();
    return run.output();
  }

  fs::path only_record() {
    const fs::directory_iterator records(workspace_.root() / "golden/records");
    return records->path();
  }

  void replace(const std::string& old, const std::string& with) {
    const fs::path path = only_record();
    std::string text = read_text(path);
    const std::size_t at = text.find(old);
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, old.size(), with);
    workspace_.write("golden/records/" + path.filename().string(), text);
  }

  Workspace workspace_;
};

TEST_F(Golden, IsWhatLaterRunsAreComparedWith) {
  EXPECT_THAT(golden({"compare", "m"}, 2), HasSubstr("there is no record of matrix m"));
  EXPECT_THAT(golden({"record", "m"}, 0), HasSubstr("recorded 2 cells in golden/records/m.torch-"));
  EXPECT_THAT(golden({"compare"}, 0), HasSubstr("OK: 2 same bits"));
  EXPECT_THAT(golden({"review"}, 0), HasSubstr("(2 cells, matrix m)"));

  replace("losses = [", "losses = [1");  // 6.07… becomes 16.07…
  EXPECT_THAT(golden({"compare", "m"}, 1),
              AllOf(HasSubstr("DIFFERS: 1 same bits, 1 differs"), HasSubstr("loss at step 0: 6.")));
  // Recorded results are replaced only on request, and the output says so.
  EXPECT_THAT(golden({"record", "m"}, 1),
              AllOf(HasSubstr("1 differs"), HasSubstr("Add --replace to replace it")));
  EXPECT_THAT(golden({"record", "m", "--replace"}, 0), HasSubstr("recorded 2 cells"));
  EXPECT_THAT(golden({"compare", "m"}, 0), HasSubstr("OK: 2 same bits"));
}

TEST_F(Golden, OfAnotherEnvironmentIsStaleAndTheRelationsDecide) {
  golden({"record", "m"}, 0);
  const fs::path record = only_record();
  replace("losses = [", "losses = [1");
  replace("torch = '", "torch = '1.");
  fs::rename(record, record.parent_path() / "m.torch-1.2-cpu.toml");
  EXPECT_THAT(golden({"compare", "m"}, 0),
              AllOf(HasSubstr("STALE"), HasSubstr("recorded with 1.2"),
                    HasSubstr("The run's own verdicts decide: 0 of 2 cells not as expected")));
  EXPECT_THAT(golden({"review", "m"}, 0), HasSubstr("1 differs"));
}

TEST_F(Golden, IsNeverOfARunThatNobodyUnderstands) {
  const fs::path folder = fs::canonical(workspace_.root() / "runs/m/latest");
  auto records = workspace_.results("runs/m/latest");
  records[1].verdict = Verdict::kWrong;
  records[1].unexpected = true;
  std::string lines;
  for (const auto& record : records) lines += verdict::to_line(record) + "\n";
  workspace_.write(fs::relative(folder, fs::canonical(workspace_.root())) / "results.jsonl", lines);
  EXPECT_THAT(golden({"record", "m"}, 2), HasSubstr("which the matrix does not expect"));
  EXPECT_FALSE(fs::exists(workspace_.root() / "golden"));
}

TEST_F(Golden, RefusesWhatIsNone) {
  EXPECT_THAT(golden({"compare", "nothing"}, 2), HasSubstr("no run 'nothing'"));
  workspace_.write("golden/records/m.toml", "matrix = 'm'");
  EXPECT_THAT(golden({"compare", "m"}, 2),
              HasSubstr("golden/records/m.toml is not a golden record: 'seed' must be a whole "
                        "number"));
}

// gridlock names the rank whose replica drifts. The losses are the same on all ranks, because they
// are all-reduced.
TEST(Replicas, MustHoldTheSameBits) {
  const Workspace workspace;
  GridlockRun run(workspace, run_words("drifts"));
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  const auto records = workspace.results();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].verdict, Verdict::kWrong);
  EXPECT_EQ(records[0].verdict_class, "ranks disagree");
  EXPECT_EQ(records[0].sentence,
            "Parameters after step 1: rank 1 holds different bits than rank 0");
  EXPECT_EQ(records[0].ranks, std::vector<int>{1});
}

constexpr const char* kTwice = R"(
case = "dense"
strength = "all"
standard_relations = false
[axes]
device = ["cpu"]
world_size = [2]
layers = [1]
[[relation]]
name = "twice"
repeat = true
[[relation]]
name = "in fresh interpreters"
repeat = true
tier = "cold"
)";

// Returns the sentences about three training runs of the dense case with this epsilon in its norms:
// the first run, a second run, and a run in new interpreters.
Words sentences_of_three(const std::string& epsilon) {
  const Workspace workspace;
  workspace.copy_case(
      "dense", {{"import torch\n", "import os\n\nimport torch\n"}, {"eps=1e-5", "eps=" + epsilon}});
  workspace.write("m.toml", kTwice);
  GridlockRun run(workspace, {"run", "m.toml", "--cases", "cases", "--out", "out", "--no-places"});
  run.exit_code();
  Words sentences;
  for (const auto& record : workspace.results()) sentences.push_back(record.sentence);
  EXPECT_EQ(sentences.size(), 3U) << run.output();
  return sentences;
}

TEST(Twice, ACellGivesTheSameBitsInForkedRanksAndInFreshOnes) {
  EXPECT_THAT(sentences_of_three("1e-5"), ::testing::Each(""));
}

TEST(Twice, ACellThatGivesOtherBitsIsWrong) {
  EXPECT_THAT(sentences_of_three("1e-5 * (2 + os.urandom(1)[0])"),
              ::testing::ElementsAre("", HasSubstr("'twice' does not hold"),
                                     HasSubstr("'in fresh interpreters' does not hold")));
}

TEST(Twice, ACellThatGivesOtherBitsInFreshInterpretersIsWrongThere) {
  // A forked rank has the same command line as its parent.
  const std::string forked =
      "open(f'/proc/{os.getppid()}/cmdline').read() == open('/proc/self/cmdline').read()";
  EXPECT_THAT(sentences_of_three("1e-5 if " + forked + " else 1e-3"),
              ::testing::ElementsAre("", "", HasSubstr("'in fresh interpreters' does not hold")));
}

// Runs the script and returns the losses that it prints, by step.
std::vector<double> losses_of_script(const fs::path& script) {
  process::Program program;
  program.arguments = {INTEGRATION_PYTHON, script, "--numbers"};
  const process::Fd log = process::make_log();
  program.standard_output = log.get();
  EXPECT_EQ(process::run(std::move(program)), 0);
  std::istringstream lines(process::read_log(log.get()));
  std::vector<double> losses;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('{')) losses.push_back(nlohmann::json::parse(line).at("loss"));
  return losses;
}

TEST(Twice, TheScriptOfACellGivesTheBitsOfTheCell) {
  const Workspace workspace;
  workspace.write("m.toml", std::string(kMatrix) + "cp = [2]\ncompile = [\"before_fsdp\"]\n" +
                                "backend = [\"aot_eager\"]\n");
  GridlockRun run(workspace, {"run", "m.toml", "--out", "out"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  int scripts = 0;
  for (const auto& record : workspace.results()) {
    if (record.role == "reference") continue;
    GridlockRun exported(workspace, {"export", record.cell, "--matrix", "m.toml", "-o", "r.py"});
    EXPECT_EQ(exported.exit_code(), 0) << exported.output();
    EXPECT_EQ(losses_of_script(workspace.root() / "r.py"), record.reports.at(0).losses)
        << record.cell;
    ++scripts;
  }
  EXPECT_EQ(scripts, 2);
}

TEST(Exact, IntegersComeOutTheSameInEveryCell) {
  const Workspace workspace;
  workspace.write("integers.toml", integers());
  GridlockRun run(workspace, {"run", "integers.toml", "--out", "out"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_GT(workspace.results().size(), 5u);
  for (const auto& record : workspace.results()) {
    EXPECT_EQ(record.verdict, Verdict::kPass) << record.sentence;
    ASSERT_FALSE(record.reports.empty());
    ASSERT_FALSE(record.reports[0].states.empty());
    EXPECT_TRUE(record.reports[0].states[0].gradients);
    EXPECT_TRUE(record.reports[0].states[0].activations);
  }
}

// Compiled blocks return 1 too much, and the caller subtracts it again, so no loss or gradient
// shows the fault.
TEST(Exact, ActivationsAreComparedToo) {
  const Workspace workspace;
  workspace.copy_case(
      "exact",
      {{"F.relu(self.up(x)))", "F.relu(self.up(x))) + shift()"},
       {"block(x, positions)", "block(x, positions) - shift()"},
       {"def model(cell):",
        "def shift():\n    return float(gridlock.cell.compile != 'none')\n\n\ndef model(cell):"}});
  workspace.write("integers.toml", integers());
  GridlockRun run(workspace,
                  {"run", "integers.toml", "--cases", "cases", "--out", "out", "--no-places"});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  int wrong = 0;
  for (const auto& record : workspace.results()) {
    const bool is_compiled = record.cell.find("uncompiled") == std::string::npos;
    EXPECT_EQ(record.verdict, is_compiled ? Verdict::kWrong : Verdict::kPass) << record.cell;
    if (!is_compiled) continue;
    ++wrong;
    EXPECT_THAT(record.sentence, HasSubstr("activations of step 0: not the same bits"));
  }
  EXPECT_GT(wrong, 1);
}

}  // namespace
}  // namespace gridlock::integration
