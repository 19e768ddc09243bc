#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "matrix/planner.h"
#include "matrix/setting_names.h"
#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> ids(const Matrix& matrix) {
  std::vector<std::string> result;
  for (const PlannedCell& planned : plan(matrix, {}).cells) result.push_back(planned.cell.id);
  std::ranges::sort(result);
  return result;
}

constexpr const char* kCompiled =
    "standard_relations = false\n[axes]\ncompile = ['before_fsdp']\nbackend = ['eager']\nfsdp = "
    "['replicate']\n";

TEST(Setting, IsAnAxisOfTheFileThatListsIt) {
  TestFiles files;
  const Matrix matrix =
      files.matrix(std::string(kCompiled) + "config.dynamo.recompile_limit = [8, 64]\n");
  EXPECT_THAT(ids(matrix),
              ElementsAre("toy/fp32.cp1.before-block.eager.replicate",
                          "toy/fp32.cp1.before-block.eager.replicate.dynamo_recompile_limit_64"));
  const Axis& axis = matrix.schema().at("config.dynamo.recompile_limit", {});
  EXPECT_EQ(axis.type, ValueType::kInt);
  EXPECT_EQ(axis.fallback, Value(8));
  EXPECT_EQ(catalogue().find(axis.name), nullptr);
}

TEST(Setting, MayBeWrittenAsOneQuotedKeyOrAsTables) {
  TestFiles files;
  const auto dotted = ids(
      files.matrix(std::string(kCompiled) + "config.inductor.triton.cudagraphs = [false, true]\n"));
  EXPECT_EQ(dotted, ids(files.matrix(std::string(kCompiled) +
                                     "'config.inductor.triton.cudagraphs' = [false, true]\n")));
  EXPECT_EQ(dotted,
            ids(files.matrix(std::string(kCompiled) +
                             "[axes.config.inductor.triton]\ncudagraphs = [false, true]\n")));
  EXPECT_THAT(dotted,
              ElementsAre("toy/fp32.cp1.before-block.eager.replicate",
                          "toy/fp32.cp1.before-block.eager.replicate.inductor_triton_cudagraphs"));
}

TEST(Setting, ABoolThatIsUsuallyTrueSaysSoInIds) {
  TestFiles files;
  const Matrix matrix = files.matrix(std::string(kCompiled) +
                                     "config.dynamo.inline_inbuilt_nn_modules = [true, false]\n");
  EXPECT_THAT(ids(matrix), ElementsAre("toy/fp32.cp1.before-block.eager.replicate",
                                       "toy/fp32.cp1.before-block.eager.replicate."
                                       "dynamo_inline_inbuilt_nn_modules"));
}

TEST(Setting, OfTheCompilerAppliesToCellsThatCompile) {
  TestFiles files;
  const Matrix matrix = files.matrix(
      "[axes]\ncompile = ['none']\nconfig.dynamo.recompile_limit = [8, 64]\n"
      "env.NCCL_ALGO = ['Ring', 'Tree']\nconfig.fsdp.unshard_in_backward = [true]\n");
  EXPECT_THAT(ids(matrix),
              ElementsAre("toy/fp32.cp1.uncompiled.full_shard.fsdp_unshard_in_backward",
                          "toy/fp32.cp1.uncompiled.full_shard.fsdp_unshard_in_backward."
                          "NCCL_ALGO_Tree"));
}

TEST(Setting, HasValuesThatAreNoWordsOfAnId) {
  TestFiles files;
  const Matrix matrix = files.matrix("[axes]\nenv.TORCH_LOGS = ['', '+dynamo,aot']\n");
  EXPECT_THAT(ids(matrix),
              ElementsAre("toy/fp32.cp1.uncompiled.full_shard",
                          "toy/fp32.cp1.uncompiled.full_shard.TORCH_LOGS__dynamo_aot"));
  const Cell cell = parse_id(matrix.schema(), ids(matrix).back());
  EXPECT_EQ(*cell.find("env.TORCH_LOGS"), Value("+dynamo,aot"));
}

TEST(Setting, IsNamedByConditionsRelationsAndRows) {
  TestFiles files;
  const Matrix matrix = files.matrix(std::string(kCompiled) + R"(
config.dynamo.recompile_limit = { values = [8, 64], when = "precision = fp32" }
[[constraint]]
forbid = "config.dynamo.recompile_limit > 100"
reason = "too many"
[[add]]
axes = { config.dynamo.recompile_limit = 32 }
[[relation]]
name = "a limit changes nothing"
set = { config.dynamo.recompile_limit = 8 }
[[xfail]]
select = "config.dynamo.recompile_limit in {32, 64}"
issue = "https://x"
)");
  const Plan planned = plan(matrix, {});
  ASSERT_EQ(planned.cells.size(), 3U);
  for (const PlannedCell& cell : planned.cells) {
    const Value* limit = cell.cell.find("config.dynamo.recompile_limit");
    const bool large = limit != nullptr && *limit != Value(8);
    EXPECT_EQ(cell.xfail.has_value(), large) << cell.cell.id;
    EXPECT_EQ(std::ranges::count(cell.relations, "a limit changes nothing", &RelationTo::name),
              large ? 1 : 0);
  }
}

struct BadSetting {
  const char* text;  // text of the file from line 3 on
  const char* message;
};

class SettingErrors : public testing::TestWithParam<BadSetting> {};

TEST_P(SettingErrors, SayWhereAndWhatWasExpected) {
  TestFiles files;
  const std::string error = files.error(GetParam().text);
  EXPECT_THAT(error, HasSubstr(GetParam().message));
  EXPECT_THAT(error, Not(HasSubstr("unknown axis")));
}

INSTANTIATE_TEST_SUITE_P(
    Setting, SettingErrors,
    testing::Values(
        BadSetting{"[axes]\nconfig.dynamo.recompile_limt = [8]\n",
                   ":4:15: torch has no setting 'config.dynamo.recompile_limt' (did you mean "
                   "'dynamo.recompile_limit'?)"},
        BadSetting{"[axes]\nenv.RANK = [0]\n", ":4:5: gridlock sets RANK itself"},
        BadSetting{"[axes]\nenv.PYTHONHASHSEED = [0]\n", "it comes from the axis hash_seed"},
        BadSetting{"[axes]\nconfig.dynamo.recompile_limit = []\n", "must be a list of values"},
        BadSetting{"[axes]\nconfig.dynamo.recompile_limit = 8\n", "must be a list of values"},
        BadSetting{"[axes]\nconfig.dynamo.recompile_limit = [8, 'x']\n",
                   "lists 8 and x, which have different types"},
        BadSetting{"[axes]\nconfig.dynamo.recompile_limit = [8, 8]\n", "lists 8 twice"},
        BadSetting{"[axes]\nenv.A = ['a,b', 'a.b']\n", "which look the same in ids"},
        BadSetting{
            "[axes]\nconfig.dynamo.recompile_limit = [8]\nconfig.dynamo.recompile_limit = [9]\n",
            ":5:"},
        BadSetting{"[axes]\ncp = [1]\n[[add]]\naxes = { config.dynamo.recompile_limit = 8 }\n",
                   ":6:24: list 'config.dynamo.recompile_limit' under [axes], too"}));

TEST(Setting, OfTheEnvironmentNamesItsVariable) {
  EXPECT_EQ(environment_variable("env.NCCL_ALGO"), "NCCL_ALGO");
  EXPECT_EQ(environment_variable("config.dynamo.recompile_limit"), "");
  EXPECT_TRUE(is_setting("config.dynamo.recompile_limit"));
  EXPECT_FALSE(is_setting("configuration"));
}

}  // namespace
}  // namespace gridlock::matrix
