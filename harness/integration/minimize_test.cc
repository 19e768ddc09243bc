// Tests gridlock minimize on real ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <sstream>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Minimize : public ExecFixture {
 protected:
  // Returns the arguments of `gridlock minimize`. Verifies the result once with gridlock and once
  // without it, because only one test needs more runs.
  static Words minimize_words(const Words& more, const std::string& verify = "1") {
    Words words = {"minimize", "--python", INTEGRATION_PYTHON, "--out", "small", "--verify", verify};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // The tests share the compiler's cache, so that the compiler looks for vector instructions only
  // once.
  const Environment caches_ = {{"TORCHINDUCTOR_CACHE_DIR", std::filesystem::temp_directory_path() /
                                                               "gridlock-minimize-test-caches"}};
  std::string repro() const { return read_text(workspace_.root() / "small/repro.py"); }
};

constexpr const char* kHang = R"(
import torch, torch.distributed as dist
def report():
    values = torch.ones(3)
    dist.all_reduce(values)
dist.init_process_group("gloo")
needless = torch.zeros(7).sum()
if dist.get_rank() == 0:
    report()
dist.barrier()
)";

TEST_F(Minimize, AHangBecomesASmallerScriptThatIsVerified) {
  GridlockRun run(workspace_, minimize_words({"-n", "3", "--budget", "6", script(kHang)}, "3"),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("verified: 3 of 3 runs"), HasSubstr(" lines on 2 ranks, in "),
                    HasSubstr("(deadlock: mismatched operation (all_reduce, barrier))"),
                    HasSubstr("candidates tried, "), HasSubstr("verifying: 6 of 6 runs")));
  EXPECT_THAT(repro(), HasSubstr("dist.barrier()"));
  EXPECT_THAT(read_text(workspace_.root() / "small/issue.md"), HasSubstr("# deadlock: "));
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

TEST_F(Minimize, ACrashKeepsItsExceptionAndMessage) {
  const auto path = script(R"(
import torch
values = {"a": 1}
def load(step):
    return torch.ones(2 if step == 3 else 3)
for step in range(5):
    total = load(step) + torch.ones(3)
    values["b"] = total
)");
  GridlockRun run(workspace_, minimize_words({"-n", "1", "--budget", "4", path}), caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("crash: RuntimeError: The size of tensor a (N)"));
  EXPECT_THAT(repro(), HasSubstr("import torch"));
}

TEST_F(Minimize, WrongNumbersAreComparedWithTheControl) {
  const auto path = script(R"(
import json, sys, torch, torch.distributed as dist
dist.init_process_group("gloo")
scale = 1.0 if "--control" in sys.argv else 1.001
torch.manual_seed(3)
needless = torch.zeros(7).sum()
for step in range(3):
    loss = torch.rand(4).sum() * scale
    dist.all_reduce(loss)
    if dist.get_rank() == 0:
        print(json.dumps({"step": step, "loss": loss.item()}))
dist.destroy_process_group()  # without it torch aborts now and then at the end
)");
  GridlockRun run(workspace_,
                  minimize_words({"-n", "2", "--control=--control", "--budget", "1", path}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("wrong: loss"), HasSubstr("verified: 1 of 1 run")));
  EXPECT_THAT(repro(), AllOf(HasSubstr("1.001"), HasSubstr("compares their numbers")));
}

TEST_F(Minimize, OfAScriptThatPassesNothingIsMade) {
  GridlockRun run(workspace_, minimize_words({"-n", "2", script("print('fine')\n")}), caches_);
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_THAT(run.output(), HasSubstr("script.py passes 5 of 5 runs on 2 ranks"));
  EXPECT_FALSE(exists(workspace_.root() / "small"));
}

TEST_F(Minimize, TheIssueHasTheLinesOfItsScript) {
  const auto path = script("import torch\n" + std::string(80, '\n') +
                           "def load():\n    raise ValueError('no batch')\nload()\n");
  GridlockRun run(workspace_, minimize_words({"-n", "1", "--budget", "3", path}), caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("script.py:83"));
  const std::string issue = read_text(workspace_.root() / "small/issue.md");
  EXPECT_THAT(issue, AllOf(Not(HasSubstr(":83")), HasSubstr("repro.py:")));
}

// The planted backend takes four times as long for each additional link. (A real partitioner took
// twice as long.) Such growth shows even on a busy machine, which compiles everything slowly.
TEST_F(Minimize, CompileTimeThatExplodesIsMeasuredAtTwoSizes) {
  const auto path = script(R"(
import sys, time, torch
needless = torch.zeros(7).sum()
def doubling(graph, inputs):
    links = sum(node.op == "call_function" for node in graph.graph.nodes)
    time.sleep(0.25 * 4 ** (links - 10))
    return graph
def ring(x):
    for _ in range(int(sys.argv[1])):
        x = x + 1
    return x
torch.compile(ring, backend=doubling)(torch.ones(3))
)");
  GridlockRun run(workspace_,
                  minimize_words({"-n", "1", "--budget", "2", "--blow-up", "10,12", path, "{}"}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("blow-up: beyond the third power"),
                    HasSubstr("compile time grows like size^"), Not(HasSubstr("{\"compiled\"")),
                    HasSubstr("verified: 1 of 1 run")));
  EXPECT_THAT(repro(), HasSubstr("time.sleep"));
}

// With --blow-up, gridlock compares only compile times, whatever the verdict of the cell is.
TEST_F(Minimize, OfAWrongCellTheCompileTimeAloneIsCompared) {
  workspace_.write(
      "m.toml",
      "case = 'natural_bugs'\nstrength = 1\nstandard_relations = false\n"
      "[axes]\ndevice = ['cpu']\nworld_size = [2]\nlayers = [1]\nbug = ['mutated_buffer']\n"
      "compile = ['before_fsdp']\nbackend = ['aot_eager']\n"
      "[[relation]]\nname = 'compiled ≈ uncompiled'\nset = { compile = 'none' }\n");
  GridlockRun wrong(workspace_, {"run", "m.toml", "--out", "r", "--no-places"}, caches_);
  ASSERT_EQ(wrong.exit_code(), 1) << wrong.output();
  ASSERT_THAT(wrong.output(), HasSubstr("1 wrong"));
  GridlockRun run(workspace_,
                  minimize_words({"--matrix", "m.toml", "--blow-up", "1,2",
                                  "r/natural_bugs/fp32.cpu.ws2.cp1.before-block"}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("nothing to minimize"), HasSubstr("compile"),
                                  Not(HasSubstr("wrong"))));
}

TEST_F(Minimize, AnOptionThatTheScriptRefusesIsNotMinimized) {
  const auto path = script("import argparse\nargparse.ArgumentParser().parse_args()\n");
  GridlockRun run(workspace_, minimize_words({"-n", "2", path, "--budget", "9"}), caches_);
  EXPECT_EQ(run.exit_code(), 2) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("error: unrecognized arguments: --budget 9"),
                    HasSubstr("--budget comes after the script, so gridlock passes it to the "
                              "script")));
  EXPECT_FALSE(exists(workspace_.root() / "small"));
}

TEST_F(Minimize, FilesOfOthersAreNotReplaced) {
  workspace_.write("small/repro.py", "mine");
  GridlockRun run(workspace_, minimize_words({"-n", "2", script(kHang)}), caches_);
  EXPECT_EQ(run.exit_code(), 2);
  EXPECT_THAT(run.output(), HasSubstr("small/repro.py exists already"));
  EXPECT_EQ(repro(), "mine");
}

TEST_F(Minimize, AnInterruptedSearchGoesOn) {
  const auto path = script(kHang);
  {
    GridlockRun run(workspace_, minimize_words({"-n", "2", path}), caches_);
    run.wait_until("it searches",
                   [&] { return run.output().find("candidates tried") != std::string::npos; });
    kill(run.pid(), SIGINT);
    EXPECT_EQ(run.exit_code(), 130) << run.output();
    EXPECT_THAT(run.output(), HasSubstr("interrupted; the best so far is small/repro.py"));
    EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
  }
  EXPECT_THAT(repro(), HasSubstr("dist.barrier()"));
  GridlockRun again(workspace_, minimize_words({"-n", "2", path}), caches_);
  EXPECT_EQ(again.exit_code(), 2);
  EXPECT_THAT(again.output(), HasSubstr("small holds an earlier search"));
  GridlockRun resumed(workspace_, minimize_words({"-n", "2", "--resume", "--budget", "4", path}),
                      caches_);
  EXPECT_EQ(resumed.exit_code(), 0) << resumed.output();
}

TEST_F(Minimize, ACellBecomesAScriptFirst) {
  workspace_.write(
      "m.toml",
      "case = 'missing_rank'\nstrength = 1\n[axes]\ndevice = ['cpu']\nworld_size = [4]\n"
      "faulty_rank = [1]\ncompile = ['none']\n");
  GridlockRun run(
      workspace_,
      minimize_words({"--matrix", "m.toml", "--cases", INTEGRATION_FOLDER "/../../cases/faults",
                      "--budget", "2", "missing_rank/"}),
      caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("small/cell.py is missing_rank/"),
                                  HasSubstr("deadlock: missing rank"),
                                  HasSubstr("verified: 1 of 1"), HasSubstr("the budget is spent")));
  EXPECT_THAT(repro(), Not(HasSubstr("def start_ranks")));
}

// The relation compares the wrong cell with a partner that differs in two axes, compilation and
// sharding. gridlock must find a closer cell, which was not planned. It reads the path of the case
// from the run.
TEST_F(Minimize, AWrongCellIsComparedWithOneThatDiffersInAsLittleAsPossible) {
  workspace_.write("m.toml",
                   "case = 'tiny'\nstrength = 'all'\n[axes]\ndevice = ['cpu']\nworld_size = [2]\n"
                   "fsdp = ['replicate', 'full_shard']\ncompile = ['before_fsdp']\n"
                   "backend = ['eager']\nfault = ['slightly_wrong']\n");
  GridlockRun trained(workspace_,
                      {"run", "m.toml", "--cases", INTEGRATION_FOLDER "/cases", "--out", "out",
                       "--select", "fsdp = full_shard"},
                      caches_);
  EXPECT_EQ(trained.exit_code(), 1) << trained.output();
  GridlockRun run(
      workspace_,
      minimize_words({"--budget", "1",
                      "out/tiny/fp32.cpu.ws2.cp1.before-block.eager.full_shard.slightly_wrong"}),
      caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(
      run.output(),
      HasSubstr("comparing with tiny/fp32.cpu.ws2.cp1.uncompiled.full_shard.slightly_wrong, which "
                "passes and differs only in compile"));
}

TEST_F(Minimize, SaysWhatIsWrongAndStartsNothing) {
  const std::string path = script(kHang);
  const std::vector<std::pair<Words, const char*>> mistakes = {
      {{}, "minimize needs a script or a cell"},
      {{path}, "the number of ranks, is missing: gridlock minimize"},
      {{"-n", "2", "nothing.py"}, "there is no script nothing.py"},
      {{"no_such_cell"}, "unknown cell 'no_such_cell'"},
      {{"-n", "2", "--resume", path}, "nothing to resume: small holds no search"},
      {{"-n", "2", "--budget", "soon", path}, "--budget: 'soon'"},
      {{"-n", "1", "--blow-up", "8", path, "{}"}, "--blow-up: expected a small and a large size"},
      {{"-n", "1", "--blow-up", "8,12", path}, "write {} in place of the size"},
      {{"-n", "1", "--blow-up", "8,12", "--not-compiled", path, "{}"}, "use only one of them"},
      {{"runs/none/CELL"}, "unknown cell"},
      {{"--bugdet", "10", "-n", "2", path}, "unknown option --bugdet (did you mean '--budget'?)"},
  };
  for (const auto& [words, said] : mistakes) {
    GridlockRun run(workspace_, minimize_words(words), caches_);
    EXPECT_EQ(run.exit_code(), 2) << run.output();
    EXPECT_THAT(run.output(), HasSubstr(said));
    EXPECT_FALSE(std::filesystem::exists(workspace_.root() / "small"));
  }
}

int lines_of(const std::string& text) {
  std::istringstream stream(text);
  int lines = 0;
  for (std::string line; std::getline(stream, line);) lines += !line.empty();
  return lines;
}

// The script has 290 lines in two files, with classes, a table of options, logging and a report.
// gridlock replaces options by their values and the trainer by straight-line code, and then removes
// statements. A complete minimization takes about 150 candidates.
TEST_F(Minimize, ATrainingScriptOfTwoFilesBecomesStraightLinesWithFewQuestions) {
  const auto path = std::filesystem::path(INTEGRATION_FOLDER) / "../../minimizer/tests/scripts" /
                    "two_files/train.py";
  GridlockRun run(workspace_,
                  minimize_words({"-n", "2", "--budget", "4", path, "--mistake", "crash"}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("verified: 1 of 1 run"),
                                  HasSubstr("crash: RuntimeError: The size of tensor a (N)")));
  EXPECT_LT(lines_of(repro()), 230) << repro();
  EXPECT_THAT(repro(), Not(HasSubstr("class Trainer")));
  EXPECT_THAT(repro(), Not(HasSubstr("ArgumentParser")));
}

}  // namespace
}  // namespace gridlock::integration
