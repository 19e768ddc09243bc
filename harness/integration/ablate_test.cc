// Tests gridlock ablate on real ranks with planted failures. Each failure depends on one part of
// the compiler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Ablate : public ExecFixture {
 protected:
  static Words ablate_words(const Words& more) {
    Words words = {"ablate", "--python", INTEGRATION_PYTHON, "--out", "found"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // The tests share the compiler's cache, so that the compiler looks for vector instructions only
  // once.
  const Environment caches_ = {{"TORCHINDUCTOR_CACHE_DIR", std::filesystem::temp_directory_path() /
                                                               "gridlock-ablate-test-caches"}};
};

// A script with four layers. The compiler crashes for one of them.
constexpr const char* kRegion = R"(
import torch
class Layer(torch.nn.Module):
    def __init__(self, number):
        super().__init__()
        self.number = number
        self.linear = torch.nn.Linear(4, 4)
    def forward(self, x):
        if self.number == 2 and torch.compiler.is_compiling():
            x = x[:, :3]
        return self.linear(x)
layers = [Layer(number) for number in range(4)]
for layer in layers:
    layer.compile(backend="eager")
x = torch.ones(2, 4)
for layer in layers:
    x = layer(x)
)";

TEST_F(Ablate, NamesTheRegionThatMustBeCompiled) {
  GridlockRun run(workspace_, ablate_words({"-n", "1", "--json", "found.json", script(kRegion)}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("4 compiled regions"),
                                  HasSubstr("fails from eager on (Dynamo), needs region 3 compiled "
                                            "(script.py:14)")));
  const std::string json = read_text(workspace_.root() / "found.json");
  EXPECT_THAT(json,
              AllOf(HasSubstr("\"first_backend\": \"eager\""), HasSubstr("\"outcome\": \"done\"")));
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

TEST_F(Ablate, NamesTheEntryWithoutWhichTheFailureIsGone) {
  const auto path = script(R"(
import torch
torch._dynamo.config.capture_scalar_outputs = True
@torch.compile(backend="aot_eager")
def scaled(x):
    return x * x.sum().item()
scaled(torch.ones(3))
if torch._dynamo.utils.counters["stats"]["unique_graphs"] == 1:
    raise RuntimeError("planted")
)");
  GridlockRun run(workspace_, ablate_words({"-n", "1", path}), caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              HasSubstr("fails from eager on (Dynamo), compiled at script.py:4, passes with "
                        "`torch._dynamo.config.capture_scalar_outputs = False`"));
}

TEST_F(Ablate, NamesTheLoweringThatMakesNumbersWrong) {
  const auto path = script(R"(
import torch
from torch._inductor.lowering import make_pointwise, register_lowering
from torch._inductor.virtualized import ops
@register_lowering(torch.ops.aten.sin.default)
def wrong(x):
    return make_pointwise(lambda value: ops.cos(value))(x)
def program(x):
    return torch.sin(x * 3) + x.exp()
x = torch.linspace(0, 1, 16)
if not torch.allclose(torch.compile(program)(x), program(x)):
    raise ValueError("numbers differ")
)");
  GridlockRun run(workspace_, ablate_words({"-n", "1", path}), caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("fails from inductor on (Inductor)"),
                                  HasSubstr("needs lowerings #2 of 4 (sin)")));
}

// The script raises at its end if it was compiled. If a setting in the table of `ablate` broke
// torch, the script would fail in another way.
TEST_F(Ablate, NoFlipBreaksAHealthyScript) {
  const auto path = script(R"(
import torch
class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(16)
        self.linear = torch.nn.Linear(16, 16)
    def forward(self, x):
        return x + torch.nn.functional.dropout(self.linear(self.norm(x)).relu(), 0.1)
torch.compile(Layer())(torch.randn(4, 16)).sum().backward()
if torch._dynamo.utils.counters["inductor"]:
    raise ValueError("planted")
)");
  GridlockRun run(workspace_, ablate_words({"-n", "1", "--budget", "6", path}), caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("fails from inductor on"),
                                  HasSubstr("no setting makes the failure go away"),
                                  Not(HasSubstr("another failure"))));
}

// A script in which rank 1 skips the all-reduce if its program is compiled.
constexpr const char* kHangOfCompiled = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
@torch.compile(backend="eager")
def program(x):
    return x.sin()
x = program(torch.ones(4))
compiled = torch._dynamo.utils.counters["frames"]["ok"] > 0
if not (compiled and dist.get_rank() == 1):
    dist.all_reduce(x)
dist.barrier()
)";

TEST_F(Ablate, AHangOfTwoRanksThatNeedsTheCompilerGoesOnAfterItsBudget) {
  const auto path = script(kHangOfCompiled);
  GridlockRun first(workspace_, ablate_words({"-n", "2", "--budget", "1", path}), caches_);
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_THAT(first.output(), AllOf(HasSubstr("deadlock class=mismatched operation"),
                                    HasSubstr("so far: fails from eager on (Dynamo)"),
                                    HasSubstr("the budget is spent")));
  GridlockRun again(workspace_, ablate_words({"-n", "2", "--resume", path}), caches_);
  EXPECT_EQ(again.exit_code(), 0) << again.output();
  EXPECT_THAT(again.output(),
              AllOf(HasSubstr("(1 cached)"), HasSubstr("no setting makes the failure go away")));
  EXPECT_TRUE(again.nothing_is_left(2)) << describe(again.processes());
}

TEST_F(Ablate, NamesTheVariableThatIsNeeded) {
  const auto path = script(R"(
import os, torch
@torch.compile(backend="eager")
def program(x):
    return x.sin()
program(torch.ones(4))
if torch._dynamo.utils.counters["frames"]["ok"] and "TORCH_PLANTED" in os.environ:
    raise ValueError("planted")
)");
  const Environment variables = {{"TORCH_PLANTED", "1"}};
  GridlockRun run(workspace_, ablate_words({"-n", "1", path}), variables);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("needs TORCH_PLANTED set"));
}

// A script that returns twice the correct number if it is compiled.
constexpr const char* kWrongNumber = R"(
import json, sys, torch
def program(x):
    y = x.sin()
    return y * 2 if torch.compiler.is_compiling() else y
if "--uncompiled" not in sys.argv:
    program = torch.compile(program, backend="eager")
for step in range(2):
    print(json.dumps({"step": step, "loss": program(torch.ones(4)).sum().item()}))
)";

TEST_F(Ablate, ComparesNumbersWithThoseOfAControl) {
  GridlockRun run(workspace_,
                  ablate_words({"-n", "1", "--budget", "2", "--control=--uncompiled", "--rtol",
                                "0.01", script(kWrongNumber)}),
                  caches_);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("wrong class=loss error=100 % or more in 3 of 3 runs"),
                    HasSubstr("loss of step 0 is 6.73"), HasSubstr(", but 3.36"),
                    HasSubstr("fails from eager on (Dynamo), compiled at script.py:7"),
                    Not(HasSubstr("another failure"))));
}

// torch reads such variables when it is imported, so both sides of the comparison need new
// interpreters.
TEST_F(Ablate, NamesTheVariableThatMakesNumbersWrong) {
  std::string text = kWrongNumber;
  text.replace(text.find("import json"), 11, "import json, os")
      .replace(text.find("if torch.compiler"), 2, "if 'TORCH_PLANTED' in os.environ and");
  Environment variables = caches_;
  variables["TORCH_PLANTED"] = "1";
  GridlockRun run(workspace_, ablate_words({"-n", "1", "--control=--uncompiled", script(text)}),
                  variables);
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("fails from eager on (Dynamo)"),
                                  HasSubstr("needs TORCH_PLANTED set")));
}

TEST_F(Ablate, OfACellGoesOnAfterItsBudget) {
  workspace_.write(
      "m.toml",
      "case = 'natural_bugs'\nstrength = 1\nstandard_relations = false\n"
      "[axes]\ndevice = ['cpu']\nworld_size = [2]\nlayers = [1]\nbug = ['allreduce_avg']\n"
      "compile = ['before_fsdp']\nbackend = ['eager']\n");
  const Words cell = {"--matrix", "m.toml", "natural_bugs/"};
  const auto words = [&](Words more) {
    more.insert(more.end(), cell.begin(), cell.end());
    return ablate_words(more);
  };
  GridlockRun first(workspace_, words({"--budget", "1"}), caches_);
  EXPECT_EQ(first.exit_code(), 0) << first.output();
  EXPECT_THAT(first.output(), HasSubstr("the budget is spent"));
  GridlockRun again(workspace_, words({"--budget", "3", "--resume"}), caches_);
  EXPECT_EQ(again.exit_code(), 0) << again.output();
  EXPECT_THAT(again.output(), AllOf(HasSubstr("(1 cached)"), HasSubstr("fails from eager on")));
}

TEST_F(Ablate, LeavesADifferenceThatIsAllowed) {
  GridlockRun run(
      workspace_,
      ablate_words({"-n", "1", "--control=--uncompiled", "--rtol", "0.6", script(kWrongNumber)}),
      caches_);
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("script.py passes"));
}

TEST_F(Ablate, SaysWhichTorchCannotBeHad) {
  Environment nothing_to_install = caches_;
  nothing_to_install["PIP_NO_INDEX"] = "1";
  nothing_to_install["XDG_CACHE_HOME"] = workspace_.root() / "cache";
  const auto path = script(kRegion);
  GridlockRun run(
      workspace_,
      ablate_words({"-n", "1", "--budget", "1", "--torch", "1.0,2", "--json", "found.json", path}),
      nothing_to_install);
  EXPECT_EQ(run.exit_code(), 2) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("'2' is not a version of torch"));
  GridlockRun again(
      workspace_,
      ablate_words({"-n", "1", "--budget", "1", "--torch", "1.0", "--json", "found.json", path}),
      nothing_to_install);
  EXPECT_EQ(again.exit_code(), 0) << again.output();
  EXPECT_THAT(again.output(), AllOf(HasSubstr("torch 1.0 is not installed"),
                                    HasSubstr("torch 1.0 is not available: No matching")));
  EXPECT_THAT(read_text(workspace_.root() / "found.json"),
              HasSubstr("\"shows\": \"not available\""));
}

TEST_F(Ablate, SaysWhereTheCompilerIsNotToBlame) {
  const std::vector<std::pair<const char*, const char*>> scripts = {
      {"print('fine')\n", "script.py passes 5 of 5 runs on 1 rank"},
      {"raise ValueError('planted')\n", "never calls torch.compile and fails"},
      {"import torch\ntorch.compile(torch.sin, backend='eager')(torch.ones(2))\n"
       "raise ValueError('planted')\n",
       "the failure does not depend on the compiler: the script also fails uncompiled"},
      // Every other run fails.
      {"import sys\nfile = open(sys.argv[1], 'a')\nfile.write('x')\nif file.tell() % 2: raise "
       "ValueError('planted')\n",
       "fails in 3 of 5 runs. Add --flaky"},
  };
  const std::string counter = workspace_.root() / "counter";
  for (const auto& [text, said] : scripts) {
    GridlockRun run(workspace_, ablate_words({"-n", "1", script(text), counter}), caches_);
    EXPECT_EQ(run.exit_code(), 1) << run.output();
    EXPECT_THAT(run.output(), HasSubstr(said));
    std::filesystem::remove_all(workspace_.root() / "found");
  }
}

TEST_F(Ablate, RefusesWhatItCannotRun) {
  const std::vector<std::pair<Words, const char*>> mistakes = {
      {{}, "ablate needs a script or a cell"},
      {{script("\n")}, "the number of ranks, is missing: gridlock ablate"},
      {{"-n", "2", "nothing.py"}, "there is no script nothing.py"},
      {{"no_such_cell"}, "unknown cell 'no_such_cell'"},
      {{"-n", "2", "--json", "no/folder/x", script("\n")}, "--json"},
  };
  for (const auto& [words, said] : mistakes) {
    GridlockRun run(workspace_, ablate_words(words), caches_);
    EXPECT_EQ(run.exit_code(), 2) << run.output();
    EXPECT_THAT(run.output(), HasSubstr(said));
  }
}

}  // namespace
}  // namespace gridlock::integration
