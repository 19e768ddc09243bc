#include "matrix/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "matrix/machine.h"
#include "matrix/version.h"

namespace gridlock::matrix {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Vocabulary kVocabulary = {
    {"cp", ValueType::kInt, {}},
    {"world_size", ValueType::kInt, {}},
    {"compile", ValueType::kWord, {"none", "before_fsdp", "after_fsdp"}},
    {"backend", ValueType::kWord, {"eager", "inductor"}},
    {"scope", ValueType::kWord, {"block", "dynamic"}},
    {"dynamic", ValueType::kBool, {}},
    {"id", ValueType::kWord, {}},
    {"torch", ValueType::kInt, {}, /*version=*/true},
};

// A cell for these tests. It is compiled, and `backend` does not apply to it.
const std::map<std::string, Value, std::less<>> kCell = {
    {"cp", 4},
    {"world_size", 8},
    {"compile", "before_fsdp"},
    {"scope", "dynamic"},
    {"dynamic", true},
    {"id", "dense/fp32.cp4-ring.before-block"},
    {"torch", *version_number("2.12.1+cu130")},
};

bool holds(const std::string& text) {
  return Expression::parse(text, kVocabulary).holds([](std::string_view name) {
    const auto found = kCell.find(name);
    return found == kCell.end() ? nullptr : &found->second;
  });
}

std::string error(const std::string& text) {
  try {
    Expression::parse(text, kVocabulary);
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

TEST(Expression, ComparesIntegersAndWords) {
  EXPECT_TRUE(holds("cp=4"));
  EXPECT_TRUE(holds("cp == 4"));
  EXPECT_TRUE(holds("cp>=4 & cp<=4 & !(cp<4) & !(cp>4)"));
  EXPECT_TRUE(holds("compile = before_fsdp"));
  EXPECT_FALSE(holds("compile != before_fsdp"));
  EXPECT_TRUE(holds("compile = 'before_fsdp'"));
}

TEST(Expression, VersionsAreComparedNumberByNumber) {
  EXPECT_TRUE(holds("torch >= 2.9 & torch < 2.15"));
  EXPECT_TRUE(holds("torch = '2.12.1' & torch > 2.12"));
  EXPECT_TRUE(holds("torch in {2.11, '2.12.1'}"));
  EXPECT_FALSE(holds("torch < 2.12 | torch >= 3"));
  EXPECT_THAT(error("torch > '2.12a'"),
              HasSubstr("expected a version such as 2.12, found '2.12a'"));
  for (const char* text : {"2 < torch", "torch > cp", "torch % 2 = 0", "torch = torch"}) {
    EXPECT_NE(error(text), "") << text;
  }
  EXPECT_NE(error("torch > 2.12.1"), "");  // a number ends at its second dot
}

TEST(Expression, ATorchThatIsUnknownHasNoVersion) {
  const auto holds_for = [](const std::string& torch, const std::string& text) {
    const MachineValues values(Machine{0, torch});
    const auto lookup = [&](std::string_view name) { return values.find(name); };
    return Expression::parse(text, machine_vocabulary()).holds(lookup);
  };
  EXPECT_TRUE(holds_for("2.16.0a0+gitd0f2af8", "torch > 2.15"));
  EXPECT_FALSE(holds_for("", "torch < 2.15 | torch >= 2.15"));
  EXPECT_TRUE(holds_for(built_for_torch(), "torch >= 2.9 & gpus = 0"));
}

TEST(Expression, BooleanAxisStandsForItself) {
  EXPECT_TRUE(holds("dynamic"));
  EXPECT_FALSE(holds("!dynamic"));
  EXPECT_TRUE(holds("dynamic = true"));
}

TEST(Expression, NotBindsBeforeAndBindsBeforeOr) {
  EXPECT_TRUE(holds("cp=4 | cp=8 & cp=1"));
  EXPECT_FALSE(holds("(cp=4 | cp=8) & cp=1"));
  EXPECT_TRUE(holds("! cp=1 & dynamic"));
  EXPECT_TRUE(holds("not cp=1 and dynamic or cp=1"));
  EXPECT_TRUE(holds("cp=1 || cp=4 && dynamic"));
}

TEST(Expression, MembershipInASet) {
  EXPECT_TRUE(holds("cp in {1, 4}"));
  EXPECT_FALSE(holds("compile in {none, after_fsdp}"));
}

TEST(Expression, ArithmeticBetweenAxesAndNumbers) {
  EXPECT_TRUE(holds("world_size % cp = 0"));
  EXPECT_TRUE(holds("world_size != cp"));
  EXPECT_TRUE(holds("(world_size + 4) / cp = 3"));
  EXPECT_TRUE(holds("world_size - 2 * cp = 0"));
  EXPECT_TRUE(holds("world_size > cp"));
}

TEST(Expression, AxisThatDoesNotApplyMakesEveryComparisonFalseButNotEqual) {
  EXPECT_FALSE(holds("backend = inductor"));
  EXPECT_TRUE(holds("backend != inductor"));
  EXPECT_FALSE(holds("backend in {eager, inductor}"));
}

TEST(Expression, DivisionByZeroIsNotAValue) {
  EXPECT_FALSE(holds("world_size % (cp - 4) = 0"));
  EXPECT_FALSE(holds("world_size / (cp - 4) >= 0"));
}

TEST(Expression, WordOfTheAxisGoesBeforeAnAxisOfThatName) {
  EXPECT_TRUE(holds("scope = dynamic"));
}

TEST(Expression, IdMatchesPatterns) {
  EXPECT_TRUE(holds("id~*ring*"));
  EXPECT_TRUE(holds("id = dense/fp32.cp4-ring.before-block"));
  EXPECT_FALSE(holds("id != dense/fp32.cp4-ring.before-block & cp=4"));
  EXPECT_FALSE(holds("id ~ 'dense/bf16*'"));
  EXPECT_TRUE(holds("id ~ dense/fp?2.*"));
}

TEST(Expression, NamesAreListedOnceInOrder) {
  EXPECT_THAT(Expression::parse("world_size % cp != 0 | cp > 4", kVocabulary).names(),
              ElementsAre("world_size", "cp"));
}

struct BadExpression {
  const char* text;
  std::vector<const char*> message;
};

class ExpressionErrors : public testing::TestWithParam<BadExpression> {};

TEST_P(ExpressionErrors, SayColumnAndWhatWasExpected) {
  for (const char* part : GetParam().message) EXPECT_THAT(error(GetParam().text), HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Expression, ExpressionErrors,
    testing::Values(
        BadExpression{"", {"column 1", "an axis or a value", "found the end"}},
        BadExpression{"cp=4 &", {"column 7", "an axis or a value", "found the end"}},
        BadExpression{"(cp=4", {"column 6", "')'", "found the end"}},
        BadExpression{"cp=4 cp=1", {"column 6", "'&' or '|'", "found 'c'"}},
        BadExpression{"compil=none", {"column 1", "unknown axis 'compil'", "'compile'"}},
        BadExpression{"cp=4 & compile=nonne", {"column 16", "no value 'nonne'", "'none'"}},
        BadExpression{"compile in {none, befor_fsdp}", {"column 19", "'before_fsdp'"}},
        BadExpression{"cp = ring", {"column 6", "expected an integer", "'ring'"}},
        BadExpression{"dynamic = 4", {"column 11", "expected a boolean"}},
        BadExpression{"compile < none", {"column 9", "numbers only"}},
        BadExpression{"compile + 1 = 4", {"column 9", "arithmetic needs integers"}},
        BadExpression{"id~", {"column 4", "a pattern such as id~dense/bf16*", "found the end"}},
        BadExpression{"cp", {"column 1", "an integer", "cp=4"}},
        BadExpression{"compile = cp", {"column 11", "expected a word"}}));

TEST(ExpressionErrors, PlaceOfTheTextMovesToTheColumn) {
  try {
    Expression::parse("cp=4 &", kVocabulary, {"m.toml", 3, 11});
    FAIL();
  } catch (const InputError& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("m.toml:3:17: "));
  }
}

}  // namespace
}  // namespace gridlock::matrix
