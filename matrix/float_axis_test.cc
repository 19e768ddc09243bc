#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "matrix/test_plans.h"

namespace gridlock::matrix {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

// A case with a float axis that declares values, and a float axis that accepts any value.
class FloatAxis : public testing::Test {
 protected:
  FloatAxis() {
    files_.write("cases/toy/case.toml", R"(
name = "toy"
description = "d"
[axes.dropout]
doc = "d"
type = "float"
values = [0, 0.1, 0.25, 1e-5]
[axes.rate]
doc = "d"
type = "float"
default = 1
omit_default = true
)");
  }

  std::set<std::string> planned(const std::string& text, const std::string& select = "") {
    return ids(plan_of(files_, "standard_relations = false\n" + text, {}, {0, select}));
  }

  TestFiles files_;
};

const std::string kStart = "toy/fp32.cp1.uncompiled.full_shard.";
const char* const kDropout = "[axes]\ndropout = [0, 0.1, 1e-5]\n";

TEST_F(FloatAxis, IdsShowTheNumber) {
  EXPECT_THAT(planned(kDropout), UnorderedElementsAre(kStart + "dropout0.0", kStart + "dropout0.1",
                                                      kStart + "dropout0.00001"));
  EXPECT_THAT(planned("[axes]\nrate = [1.0, -2.5, 1e30, 3]\n"),
              UnorderedElementsAre(kStart + "dropout0.0", kStart + "dropout0.0.rate-2.5",
                                   kStart + "dropout0.0.rate1e+30", kStart + "dropout0.0.rate3.0"));
}

TEST_F(FloatAxis, IdsReadBack) {
  const Schema schema = files_.matrix(kDropout).schema();
  for (const double dropout : {0.0, 0.1, 0.25, 1e-5}) {
    for (const double rate : {1.0, 0.1, -2.5, 1e30, -1.5e-20, 3.0}) {
      for (const bool checkpointed : {false, true}) {
        const Cell cell = make_cell(schema, {{"dropout", dropout},
                                             {"rate", rate},
                                             {"cp", 2},
                                             {"activation_checkpointing", checkpointed}});
        EXPECT_EQ(parse_id(schema, cell.id).values, cell.values) << cell.id;
      }
    }
  }
  EXPECT_THROW(parse_id(schema, kStart + "dropout0.3"), InputError);
  EXPECT_THROW(parse_id(schema, kStart + "dropout0.10"), InputError) << "not as it is written";
}

TEST_F(FloatAxis, ExpressionsCompareIt) {
  EXPECT_THAT(planned(kDropout, "dropout > 0"),
              UnorderedElementsAre(kStart + "dropout0.1", kStart + "dropout0.00001"));
  EXPECT_THAT(planned(kDropout, "dropout = 0.1 | 0 = dropout"),
              UnorderedElementsAre(kStart + "dropout0.1", kStart + "dropout0.0"));
  EXPECT_THAT(planned(kDropout, "dropout in {0, 0.25} & dropout <= rate"),
              UnorderedElementsAre(kStart + "dropout0.0"));
  EXPECT_THAT(planned(kDropout, kStart + "dropout0.1"),
              UnorderedElementsAre(kStart + "dropout0.1"));
  EXPECT_THAT(plan_error(files_, kDropout, {0, "cp = 0.5"}),
              HasSubstr("expected an integer to compare with, found a number"));
  EXPECT_THAT(plan_error(files_, kDropout, {0, "dropout = often"}),
              HasSubstr("expected a number, found 'often'"));
}

TEST_F(FloatAxis, WrongValuesAreMistakes) {
  EXPECT_THAT(files_.error("[axes]\ndropout = [0.3]\n"),
              HasSubstr(":4:12: 'dropout' has no value '0.3'"));
  EXPECT_THAT(files_.error("[axes]\nrate = ['fast']\n"),
              HasSubstr(":4:9: 'rate' takes a number, not a word ('fast')"));
  EXPECT_THAT(files_.error("[axes]\nrate = [1, 1.0]\n"), HasSubstr("'rate' lists 1.0 twice"));
  EXPECT_THAT(files_.error("[axes]\nrate = [inf]\n"), HasSubstr(":4:9: a value must be"));
}

TEST(OptionalAxis, IsForgottenWhereTheFileDoesNotListIt) {
  TestFiles files;
  EXPECT_EQ(files.matrix("[axes]\ncp = [1]\n").schema().find("mode"), nullptr);
  const Matrix mentions = files.matrix(
      "[axes]\ncp = [1, 2]\n[reference]\nreset = ['fullgraph']\n"
      "[[constraint]]\nforbid = \"mode = 'max-autotune'\"\nreason = 'r'\n");
  EXPECT_NE(mentions.schema().find("mode"), nullptr);
  EXPECT_EQ(plan(mentions, {}).cells.size(), 2U);
  const Matrix matrix =
      files.matrix("[axes]\ncompile = ['before_fsdp']\nmode = ['default', 'max-autotune']\n");
  EXPECT_NE(matrix.schema().find("mode"), nullptr);
  EXPECT_EQ(matrix.schema().find("fullgraph"), nullptr);
  EXPECT_THAT(ids(plan(matrix, {}), CellRole::kCovering),
              testing::Contains("toy/fp32.cp1.before-block.inductor.autotune.full_shard"));
}

}  // namespace
}  // namespace gridlock::matrix
