#include "harness/settings/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::settings {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Pair;

// Takes the snapshot with the installed torch.
TEST(Snapshot, HoldsVersionsVariablesAndAllOfTorchsConfiguration) {
  setenv("TORCH_COMPILE_DISABLE", "1", 1);
  setenv("LDFLAGS", "-lm", 1);
  const Snapshot now = take_snapshot(SETTINGS_PYTHON, SETTINGS_PACKAGE, Variables::kAll);
  const Snapshot plain = take_snapshot(SETTINGS_PYTHON, SETTINGS_PACKAGE, Variables::kWithoutThose);
  unsetenv("TORCH_COMPILE_DISABLE");
  unsetenv("LDFLAGS");
  EXPECT_FALSE(now.torch().empty());
  EXPECT_EQ(now.torch(), plain.torch());
  EXPECT_THAT(now.environment, Contains(Pair("TORCH_COMPILE_DISABLE", "1")));
  EXPECT_THAT(now.environment, Contains(Pair("LDFLAGS", "-lm")));
  EXPECT_TRUE(plain.environment.empty());
  EXPECT_EQ(now.config.at("dynamo.disable"), "True");
  EXPECT_EQ(plain.config.at("dynamo.disable"), "False");
  EXPECT_GT(plain.config.size(), 500u);
  EXPECT_THAT(plain.set, IsEmpty());
  for (const char* name :
       {"inductor.triton.cudagraphs", "functorch.activation_memory_budget", "fx.use_duck_shape",
        "torch.float32_matmul_precision", "inductor._micro_pipeline_tp",
        "functorch._sync_decision_cross_ranks", "dynamo._unsafe_skip_fsdp_module_guards",
        "inductor_comms.sink_iterative_use_runtime_estimations"}) {
    EXPECT_TRUE(plain.config.contains(name)) << name;
  }
}

TEST(Snapshot, OfAPythonWithoutTorchIsAnError) {
  EXPECT_THROW(take_snapshot("/bin/false", SETTINGS_PACKAGE, Variables::kAll), SnapshotError);
}

TEST(Snapshot, FilesThatHoldNoneAreErrors) {
  const process::TemporaryFolder folder("snapshot_test");
  const auto file = folder.path() / "settings.json";
  EXPECT_THROW(read_snapshot(file), SnapshotError);
  for (const char* text : {"", "{", "[]", "{\"facts\": {}}", "{\"facts\": 1}"}) {
    process::write_text(file, text);
    EXPECT_THROW(read_snapshot(file), SnapshotError) << text;
  }
}

}  // namespace
}  // namespace gridlock::settings
