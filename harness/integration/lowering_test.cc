// Tests gridlock minimize on scripts that use modules of a library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/integration/test_exec.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Source of a library. gridlock takes it for an installed package, because it is not in the folder
// of the script.
constexpr const char* kLibrary = R"(
import torch, torch.distributed as dist
from torch import nn

class Block(nn.Module):
    def __init__(self, width, synchronized):
        super().__init__()
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.synchronized = synchronized

    def forward(self, x):
        y = self.down(torch.relu(self.up(x)))
        if self.synchronized and dist.get_rank() == 0:
            dist.all_reduce(y)
        return x + y

class Config:
    width = 4

class Model(nn.Module):
    def __init__(self, config, layers):
        super().__init__()
        self.blocks = nn.ModuleList(Block(config.width, i == 1) for i in range(layers))
        self.head = nn.Linear(config.width, 1)

    def forward(self, x, scale=1.0):
        for block in self.blocks:
            x = block(x)
        return {"loss": (self.head(x) * scale).mean(), "hidden": x}
)";

constexpr const char* kScript = R"(
import torch, torch.distributed as dist
import models
dist.init_process_group("gloo")
config = models.Config()
model = models.Model(config, layers=2)
compiled = torch.compile(model, backend="aot_eager")
loss = compiled(torch.randn(2, 4), scale=2.0)["loss"]
loss.backward()
dist.barrier()
)";

TEST(Lowering, TheModelOfALibraryBecomesStatementsAndTheLibraryGoes) {
  Workspace workspace;
  const auto library = workspace.write("library/models.py", kLibrary).parent_path();
  const auto script = workspace.write("script.py", kScript);
  GridlockRun run(
      workspace,
      {"minimize", "--verify", "1", "--python", INTEGRATION_PYTHON, "--out", "small", "-n", "2", "--budget", "16",
       script},
      {{"PYTHONPATH", library}, {"TORCHINDUCTOR_CACHE_DIR", workspace.root() / "caches"}});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(),
              AllOf(HasSubstr("verified: 1 of 1 run"), HasSubstr("1 of 1 without gridlock"),
                    HasSubstr("deadlock: mismatched operation (all_reduce, barrier)")));
  const std::string repro = read_text(workspace.root() / "small/repro.py");
  EXPECT_THAT(repro, Not(HasSubstr("models")));
  // The result contains the condition on the rank that makes the call, the call, and a value with
  // its shape.
  EXPECT_THAT(repro, AllOf(HasSubstr("if torch.distributed.get_rank() == 0:\n"),
                           HasSubstr("torch.ops._c10d_functional.all_reduce("),
                           HasSubstr(": \"f32[2, 4]\" = torch.")));
  EXPECT_TRUE(run.nothing_is_left(2)) << describe(run.processes());
}

}  // namespace
}  // namespace gridlock::integration
