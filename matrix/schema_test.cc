#include "matrix/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/text/test_effort.h"
#include "matrix/case.h"
#include "matrix/test_files.h"

namespace gridlock::matrix {
namespace {

using testing::HasSubstr;

Schema toy() {
  Schema schema = catalogue();
  schema.case_name = "dense";
  return schema;
}

std::string id(const Choice& choice) {
  return make_cell(toy(), choice).id;
}

TEST(CellId, ReadsLikeTheConfiguration) {
  EXPECT_EQ(id({{"cp", 4},
                {"rotation", "ring"},
                {"compile", "before_fsdp"},
                {"backend", "inductor"},
                {"fsdp", "full_shard"}}),
            "dense/fp32.cp4-ring.before-block.inductor.full_shard");
  EXPECT_EQ(id({{"world_size", 8}, {"layers", 6}, {"precision", "bf16"}}),
            "dense/bf16.ws8.cp1.uncompiled.full_shard.l6");
  EXPECT_EQ(id({{"cp", 2},
                {"load_balance", true},
                {"compile", "after_fsdp"},
                {"dynamic", true},
                {"activation_checkpointing", true},
                {"hash_seed", "per_rank"},
                {"device", "cuda"}}),
            "dense/fp32.cuda.cp2-allgather-balanced.after-block.inductor.dynamic.full_shard"
            ".checkpointed.hash_per_rank");
}

TEST(CellId, AxesThatDoNotApplyLeaveNoTrace) {
  const Cell cell = make_cell(toy(), {{"backend", "eager"}, {"rotation", "ring"}});
  EXPECT_EQ(cell.find("backend"), nullptr);
  EXPECT_EQ(cell.find("rotation"), nullptr);
  EXPECT_EQ(*cell.find("world_size"), Value(4));
}

// Returns every combination of the standard axes' values, without optional axes. An axis that
// accepts any number has two values here.
std::vector<Choice> all_choices(const Schema& schema) {
  std::vector<Choice> choices{{}};
  for (const Axis& axis : schema.axes) {
    if (axis.optional) continue;
    const auto values = axis.values.empty() ? std::vector<Value>{2, 16} : axis.values;
    std::vector<Choice> longer;
    for (const Choice& choice : choices) {
      for (const Value& value : values) {
        longer.push_back(choice);
        longer.back()[axis.name] = value;
      }
      if (axis.name == "precision" || axis.name == "device") longer.resize(1);
    }
    choices = std::move(longer);
  }
  return choices;
}

TEST(CellId, DifferentCellsHaveDifferentIdsThatReadBack) {
  const Schema schema = toy();
  const std::vector<Choice> choices = all_choices(schema);
  const std::size_t step = tries_all() ? 1 : 7;  // no axis has 7 or 14 values, so all occur
  std::map<std::string, Cell> seen;
  for (std::size_t i = 0; i < choices.size(); i += step) {
    const Cell cell = make_cell(schema, choices[i]);
    const auto [other, first] = seen.emplace(cell.id, cell);
    ASSERT_EQ(other->second.values, cell.values) << cell.id;
    if (first) {
      ASSERT_EQ(parse_id(schema, cell.id).values, cell.values) << cell.id;
    }
  }
  EXPECT_GT(seen.size(), 10000U);
}

TEST(CellId, EveryPairOfValuesOfOptionalAxesReadsBack) {
  const Schema schema = toy();
  const Choice base = {{"compile", "before_fsdp"}, {"fsdp", "replicate"}, {"ddp", true}};
  for (const Axis& one : schema.axes) {
    for (const Axis& other : schema.axes) {
      if (!one.optional || !other.optional) continue;
      for (const Value& a : one.values) {
        for (const Value& b : other.values) {
          Choice choice = base;
          choice[one.name] = a;
          choice[other.name] = b;
          const Cell cell = make_cell(schema, choice);
          ASSERT_EQ(parse_id(schema, cell.id).values, cell.values) << cell.id;
        }
      }
    }
  }
}

TEST(CellId, IsSafeAsAFileName) {
  for (const Axis& axis : catalogue().axes) {
    for (const Value& value : axis.values) {
      EXPECT_EQ(axis.id_word(value).find_first_not_of(
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
                std::string::npos);
    }
  }
}

TEST(CellId, WrongIdNamesTheNearestWord) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse_id(toy(), text);
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "";
  };
  EXPECT_THAT(error("dense/fp32.cp4-rign.uncompiled.full_shard"), HasSubstr("'ring'"));
  EXPECT_THAT(error("dens/fp32"), HasSubstr("dense/"));
  EXPECT_THAT(error("dense/cp1.fp32.uncompiled.full_shard"),
              HasSubstr("dense/fp32.cp1.uncompiled.full_shard"));
  EXPECT_THAT(error("dense/fp32.cp1-ring.uncompiled.full_shard"),
              HasSubstr("the most similar id is"));
  EXPECT_THAT(error("dense/fp32.ws99999999999999999999.cp1"), HasSubstr("unknown word 'ws9999"));
}

TEST(Catalogue, EveryConstraintHasAReason) {
  ASSERT_FALSE(catalogue().constraints.empty());
  for (const Constraint& constraint : catalogue().constraints) EXPECT_NE(constraint.reason, "");
}

TEST(Case, DeclaresItsOwnAxesBehindTheStandardOnes) {
  TestFiles files;
  files.write("cases/toy/case.toml",
              "name = 'toy'\ndescription = 'd'\n[case]\nsteps = 7\n"
              "[axes.heads]\ndoc = 'attention heads'\ntype = 'int'\nvalues = [2, 4]\n"
              "[axes.mask]\ndoc = 'mask'\ntype = 'word'\nvalues = ['full', 'causal']\n"
              "when = 'heads = 4'\nid = '-{}'\n"
              "[[constraint]]\nforbid = 'heads = 4 & cp > 1'\nreason = 'too many'\n");
  const Case toy = load_case(files.cases() / "toy");
  EXPECT_EQ(toy.schema.axes.size(), catalogue().axes.size() + 2);
  EXPECT_EQ(toy.schema.constraints.size(), catalogue().constraints.size() + 1);
  EXPECT_EQ(toy.recipe.steps, 7);
  EXPECT_EQ(make_cell(toy.schema, {}).id, "toy/fp32.cp1.uncompiled.full_shard.heads2");
  EXPECT_EQ(make_cell(toy.schema, {{"heads", 4}, {"mask", "causal"}}).id,
            "toy/fp32.cp1.uncompiled.full_shard.heads4-causal");
}

struct BadCase {
  const char* text;  // text of the case file from line 3 on, after name and description
  const char* message;
};

class CaseErrors : public testing::TestWithParam<BadCase> {};

TEST_P(CaseErrors, SayWhereAndWhatWasExpected) {
  TestFiles files;
  files.write("cases/toy/case.toml",
              std::string("name = 'toy'\ndescription = 'd'\n") + GetParam().text);
  try {
    load_case(files.cases() / "toy");
    FAIL() << "no error";
  } catch (const InputError& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("case.toml:"));
    EXPECT_THAT(problem.what(), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Case, CaseErrors,
    testing::Values(
        BadCase{"steps = 3\n", ":3:1: unknown key 'steps'"},
        BadCase{"[case]\nstps = 3\n", ":4:1: unknown key 'stps' in [case] (did you mean 'steps'?)"},
        BadCase{"[case]\nsteps = 0\n", "at least 1"},
        BadCase{"[axes.cp]\ndoc = 'd'\ntype = 'int'\n", "'cp' is a standard axis"},
        BadCase{"[axes.role]\ndoc = 'd'\ntype = 'bool'\n", "choose another name"},
        BadCase{"[axes.h]\ntype = 'int'\n", "needs a 'doc'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'itn'\n", ":5:1: unknown type 'itn'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\n", "or a 'default'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'word'\n", "at least one value"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\nvalues = [2, 'a']\n", ":6:14: 'a'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\nvalues = [2, 2]\n", "listed twice"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\nvalues = [2]\ndefault = 3\n", "no value '3'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'bool'\ncost = 'value'\n",
                ":6:1: 'cost' must be a table"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'bool'\ncost = { true = 0 }\n", "1 to 1000"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'bool'\ncost = { on = 2 }\n", "takes a boolean"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'bool'\nid = '{}'\n", "without {}"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\nvalues = [2]\nid = 'h'\n",
                "the id must have {}"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\nvalues = [2]\nid = 'cp{}'\n",
                "both be written 'cp2'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'int'\ndefault = 1\nid = 'l{}'\n",
                "both be written 'l7'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'word'\nvalues = ['1.5']\n",
                "letters, digits and '_'"},
        BadCase{"[axes.h]\ndoc = 'd'\ntype = 'bool'\nwhen = 'cp > 1 & x'\n", "unknown axis 'x'"},
        BadCase{"[[constraint]]\nforbid = 'cp > 1'\n", "needs a 'reason'"},
        BadCase{"[[constraint]]\nforbid = 'cp > '\nreason = 'r'\n", ":4:16: in \"cp > \""}));

TEST(Case, FolderAndNameMustAgree) {
  TestFiles files;
  files.write("cases/other/case.toml", "name = 'toy'\ndescription = 'd'\n");
  EXPECT_THROW(load_case(files.cases() / "other"), InputError);
}

}  // namespace
}  // namespace gridlock::matrix
