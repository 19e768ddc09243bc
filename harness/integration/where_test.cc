// Tests whether gridlock finds where wrong numbers begin: with torch's own bugs, with planted
// faults, and in comparison with LibTorch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/integration/gridlock_run.h"
#include "harness/text/test_effort.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

// Suffix of the ids of the natural_bugs cells with the bug `mutated_buffer`, which makes only the
// backward wrong.
constexpr const char* kBug = ".full_shard.l1.mutated_buffer";
constexpr const char* kBugCells = "natural_bugs/fp32.cpu.ws2.cp1.";

std::string bug(const std::string& compile) {
  return kBugCells + compile + kBug;
}

std::string output_of(const Workspace& workspace, const Words& words, int exit_code) {
  GridlockRun run(workspace, words);
  EXPECT_EQ(run.exit_code(), exit_code) << run.output();
  return run.output();
}

TEST(Diff, NamesTheTensorAtWhichTorchItselfIsWrong) {
  const Workspace workspace;
  const std::string output = output_of(
      workspace, {"diff", bug("before-block.aot_eager"), "--matrix", "natural_bugs", "--out", "d"},
      1);
  EXPECT_THAT(output, HasSubstr("right  " + bug("uncompiled") + "\n"));
  EXPECT_THAT(
      output,
      HasSubstr("The two sides diverge in backward: gradient of blocks.0.up.weight in step 0"));
  EXPECT_THAT(output, HasSubstr("64 of 64 differ by more than rounding explains; held by ranks 0, "
                                "1 on the left"));
  EXPECT_THAT(output, HasSubstr("the last one gradient of blocks.0.down.weight in step 0"));
  EXPECT_EQ(workspace.results("d").size(), 2u);
}

TEST(Diff, FindsNothingInHealthyCellsHoweverTheyAreSharded) {
  const Workspace workspace;
  const std::string replicated = std::string(kBugCells) + "uncompiled.replicate.l1.mutated_buffer";
  EXPECT_THAT(
      output_of(workspace, {"diff", bug("uncompiled"), replicated, "--matrix", "natural_bugs"}, 0),
      HasSubstr("tensors agree: rounding explains every difference"));
  // One cell is trained twice.
  EXPECT_THAT(
      output_of(
          workspace,
          {"diff", bug("uncompiled"), bug("uncompiled"), "--exact", "--matrix", "natural_bugs"}, 0),
      AllOf(HasSubstr("tensors"), Not(HasSubstr("The two sides diverge"))));
}

// Both cells are compiled, so gridlock cannot measure the effect of rounding on them. It also
// trains their uncompiled reference.
TEST(Diff, FindsNothingInHealthyCellsThatAreBothCompiled) {
  const Workspace workspace;
  workspace.write("m.toml", R"(
case = "dense"
strength = "all"
[axes]
device = ["cpu"]
precision = ["bf16"]
world_size = [2]
cp = [1, 2]
layers = [1]
compile = ["before_fsdp"]
backend = ["aot_eager"]
)");
  const std::string cell = "dense/bf16.cpu.ws2.", end = ".before-block.aot_eager.full_shard.l1";
  EXPECT_THAT(
      output_of(workspace,
                {"diff", cell + "cp1" + end, cell + "cp2-allgather" + end, "--matrix", "m.toml"},
                0),
      HasSubstr("tensors agree: rounding explains every difference"));
}

// The case uses another epsilon if its rank is a new interpreter.
TEST(Diff, TrainsACellAgainInTheTierThatItsRelationNames) {
  const Workspace workspace;
  const std::string forked =
      "open(f'/proc/{os.getppid()}/cmdline').read() == open('/proc/self/cmdline').read()";
  workspace.copy_case("dense", {{"import torch\n", "import os\n\nimport torch\n"},
                                {"eps=1e-5", "eps=1e-5 if " + forked + " else 1e-3"}});
  workspace.write("m.toml", R"(
case = "dense"
strength = "all"
standard_relations = false
[axes]
device = ["cpu"]
world_size = [2]
layers = [1]
[[relation]]
name = "in fresh interpreters"
repeat = true
tier = "cold"
)");
  const std::string cell = "dense/fp32.cpu.ws2.cp1.uncompiled.full_shard.l1";
  const std::string output =
      output_of(workspace, {"diff", cell, "--matrix", "m.toml", "--cases", "cases"}, 1);
  EXPECT_THAT(output,
              AllOf(HasSubstr("training the cell twice with tensor traces, the second time in "
                              "tier cold"),
                    HasSubstr("The two sides diverge in forward")));
}

TEST(Diff, SaysWhatItCannotCompare) {
  const Workspace workspace;
  EXPECT_THAT(output_of(workspace, {"diff", "natural_bugs/none", "--matrix", "natural_bugs"}, 2),
              HasSubstr("natural_bugs/none"));
  EXPECT_THAT(output_of(workspace, {"diff"}, 2), HasSubstr("cell is required"));
  // The cell raises, so it has no numerical results.
  const std::string raises =
      std::string(kBugCells) + "before-block.aot_eager.full_shard.l1.scale_recomputed";
  EXPECT_THAT(output_of(workspace, {"diff", raises, "--matrix", "natural_bugs"}, 3),
              HasSubstr(raises + ": crash"));
}

TEST(Places, AreFoundOfWrongNumbersInARun) {
  const Workspace workspace;
  const std::string output = output_of(workspace, run_words("slightly_wrong"), 1);
  EXPECT_THAT(output, HasSubstr("first difference: forward: loss in step 0"));
  const auto records = workspace.results();
  const auto* compiled = find(records, ".before-block.eager.full_shard.slightly_wrong");
  ASSERT_NE(compiled, nullptr);
  const fs::path where = workspace.root() / "out" / compiled->evidence / "where.txt";
  EXPECT_THAT(read_text(where), AllOf(HasSubstr("The two sides diverge in forward: loss in step 0"),
                                      HasSubstr("the last one output of model in step 0")));
}

TEST(Places, AreNotLookedForWhereNobodyWantsThem) {
  const Workspace workspace;
  EXPECT_THAT(output_of(workspace, run_words("slightly_wrong", {"--no-places"}), 1),
              Not(HasSubstr("first difference:")));
}

constexpr const char* kDense = R"(
case = "dense"
strength = "all"
[axes]
device = ["cpu"]
world_size = [2]
layers = [1]
fsdp = ["full_shard"]
)";

// Runs the case `dense` with another epsilon and compares the run with LibTorch.
std::string against_libtorch(const std::string& precision, const std::string& epsilon,
                             int exit_code) {
  const Workspace workspace;
  workspace.copy_case("dense", {{"eps=1e-5", "eps=" + epsilon}});
  const std::string precisions = tries_all() ? "'fp32', 'bf16'" : "'" + precision + "'";
  workspace.write("m.toml", kDense + ("precision = [" + precisions + "]\n"));
  output_of(workspace, {"run", "m.toml", "--cases", "cases", "--out", "out"}, 0);
  return output_of(workspace, {"golden", "reference", "out"}, exit_code);
}

TEST(Reference, AgreesWithWhatIsTrained) {
  EXPECT_THAT(against_libtorch("bf16", "1e-5", 0),
              HasSubstr(tries_all() ? "OK: 4 cells against LibTorch in fp64"
                                    : "OK: 2 cells against LibTorch in fp64"));
}

// The cells agree with each other, because they are all wrong in the same way.
TEST(Reference, DiffersFromACaseThatComputesSomethingElse) {
  const std::string output = against_libtorch("fp32", "1e-3", 1);
  EXPECT_THAT(output, HasSubstr(tries_all() ? "DIFFERS: 4 cells against LibTorch in fp64"
                                            : "DIFFERS: 2 cells against LibTorch in fp64"));
  EXPECT_THAT(output, HasSubstr("loss at step 0"));
}

TEST(Reference, IsOfTheCaseDenseAlone) {
  const Workspace workspace;
  output_of(workspace, run_words("slightly_wrong", {"--no-places"}), 1);
  EXPECT_THAT(output_of(workspace, {"golden", "reference", "out"}, 2),
              HasSubstr("the reference trains the case dense, but the run is of the case tiny"));
}

}  // namespace
}  // namespace gridlock::integration
