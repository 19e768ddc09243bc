// Tests claims of a matrix on real training runs: some hold, some are broken, some are known to be
// broken, and some cannot be judged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/integration/gridlock_run.h"

namespace gridlock::integration {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kMatrix = R"(
case = "dense"
strength = "all"
standard_relations = false
[axes]
device = ["cpu"]
world_size = [2]
layers = [1, 2, 3, 4]
compile = ["before_fsdp"]
backend = ["eager"]
[[claim]]
name = "one graph serves all blocks"
metric = "graphs"
over = "layers"
law = "flat"
)";

TEST(Claims, ThatHoldAreSaidSo) {
  const Workspace workspace;
  workspace.write("m.toml", kMatrix);
  GridlockRun run(workspace, {"run", "m.toml", "--out", "out"});
  EXPECT_EQ(run.exit_code(), 0) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("held        one graph serves all blocks\n"));
  EXPECT_EQ(workspace.json("out/claims.json")[0].at("answer"), "held");
  EXPECT_EQ(workspace.json("out/claims.json")[0].at("points").size(), 4U);
}

TEST(Claims, ThatAreBrokenFailTheRun) {
  const Workspace workspace;
  workspace.write("m.toml", std::string(kMatrix) + R"(
[[claim]]
name = "depth is free"
metric = "loss"
over = "layers"
law = "equal"
factor = 1.001
[[claim]]
name = "memory stays what it is, which nobody believes"
metric = "peak_memory_mib"
over = "layers"
law = "falls"
factor = 1
issue = "https://example.org/1"
[[claim]]
name = "of one value"
metric = "compile_seconds"
over = "world_size"
law = "linear"
)");
  GridlockRun run(workspace, {"run", "m.toml", "--out", "out", "--junit", "junit.xml"});
  EXPECT_EQ(run.exit_code(), 1) << run.output();
  EXPECT_THAT(run.output(), AllOf(HasSubstr("broken      depth is free\n"),
                                  HasSubstr("FAILED: 1 of 4 claims broken, 4 cells as expected"),
                                  HasSubstr("not judged  of one value\n")));
  const auto claims = workspace.json("out/claims.json");
  EXPECT_EQ(claims[1].at("answer"), "broken");
  EXPECT_EQ(claims[3].at("answer"), "not judged");
  EXPECT_THAT(read_text(workspace.root() / "junit.xml"),
              AllOf(HasSubstr("classname=\"claims\" name=\"depth is free\""),
                    HasSubstr("type=\"claim: broken\"")));
}

}  // namespace
}  // namespace gridlock::integration
