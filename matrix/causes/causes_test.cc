#include "matrix/causes/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "matrix/causes/neighbors.h"
#include "matrix/planner.h"

namespace gridlock::matrix::causes {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

using Values = std::vector<std::pair<std::string, Value>>;

Cell cell_with(const Values& values) {
  Cell cell{"toy", values, "toy/"};
  for (const auto& [axis, value] : values) cell.id += axis + to_string(value) + ".";
  return cell;
}

// Returns all combinations of cp 1, 2 and 4, an axis with three words, and two booleans.
std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const std::int64_t cp : {1, 2, 4}) {
    for (const char* compile : {"none", "before", "after"}) {
      for (const bool balanced : {false, true}) {
        for (const bool dynamic : {false, true}) {
          Values values = {{"cp", cp}, {"compile", compile}, {"dynamic", dynamic}};
          if (cp > 1) values.insert(values.begin() + 1, {"balanced", balanced});
          if (cp > 1 || !balanced) cells.push_back(cell_with(values));
        }
      }
    }
  }
  return cells;
}

using Fails = std::function<bool(const Cell&)>;

Observation result(const Cell& cell, bool fails) {
  return {.cell = cell, .failures = fails ? 1 : 0, .passes = fails ? 0 : 1};
}

std::vector<Observation> results(const std::vector<Cell>& cells, const Fails& fails) {
  std::vector<Observation> observations;
  for (const Cell& cell : cells) observations.push_back(result(cell, fails(cell)));
  return observations;
}

bool is(const Cell& cell, const std::string& axis, const Value& value) {
  const Value* found = cell.find(axis);
  return found != nullptr && *found == value;
}

std::int64_t cp_of(const Cell& cell) {
  return std::get<std::int64_t>(*cell.find("cp"));
}

std::vector<std::string> texts(const Explanation& explanation) {
  std::vector<std::string> result;
  for (const Cause& cause : explanation.causes) result.push_back(text_of(cause.conjunction));
  return result;
}

TEST(Causes, AreConjunctionsOfFewConditions) {
  const Explanation explanation = explain(results(all_cells(), [](const Cell& cell) {
    return cp_of(cell) > 1 && !is(cell, "balanced", true) && !is(cell, "compile", "none");
  }));
  EXPECT_THAT(texts(explanation), ElementsAre("cp > 1 & !balanced & compile != none"));
  EXPECT_THAT(explanation.causes[0].failures, SizeIs(8));
  EXPECT_THAT(explanation.causes[0].alternatives, IsEmpty());
  EXPECT_THAT(explanation.causes[0].passes, IsEmpty());
}

TEST(Causes, AThresholdOfANumberIsPreferredToItsValues) {
  EXPECT_THAT(
      texts(explain(results(all_cells(), [](const Cell& cell) { return cp_of(cell) > 1; }))),
      ElementsAre("cp > 1"));
  EXPECT_THAT(
      texts(explain(results(all_cells(), [](const Cell& cell) { return cp_of(cell) < 4; }))),
      ElementsAre("cp < 4"));
}

TEST(Causes, SeveralAreToldApart) {
  const Explanation explanation = explain(results(all_cells(), [](const Cell& cell) {
    return (is(cell, "dynamic", true) && is(cell, "compile", "after")) ||
           (cp_of(cell) == 1 && is(cell, "compile", "none"));
  }));
  EXPECT_THAT(texts(explanation), ::testing::UnorderedElementsAre("compile = after & dynamic",
                                                                  "cp = 1 & compile = none"));
  EXPECT_THAT(explanation.unexplained, IsEmpty());
}

TEST(Causes, OneFlakyPassAndOneFlakyFailureDoNotHideACause) {
  const auto cells = all_cells();
  auto observations = results(cells, [](const Cell& cell) { return is(cell, "compile", "after"); });
  const auto failing = std::ranges::find(observations, true, &Observation::failed);
  *failing = result(failing->cell, false);
  const auto passing = std::ranges::find(observations, false, &Observation::failed);
  *passing = result(passing->cell, true);
  const Explanation explanation = explain(observations);
  EXPECT_THAT(texts(explanation), ElementsAre("compile = after"));
  EXPECT_THAT(explanation.causes[0].passes, ElementsAre(failing - observations.begin()));
  EXPECT_THAT(explanation.unexplained, ElementsAre(passing - observations.begin()));
}

TEST(Causes, AResultThatContradictsIsAskedForAgain) {
  auto observations =
      results(all_cells(), [](const Cell& cell) { return is(cell, "compile", "after"); });
  const auto failing = std::ranges::find_if(observations, &Observation::failed);
  *failing = result(failing->cell, false);
  EXPECT_EQ(next_question(observations, {}).again, failing - observations.begin());
  ++failing->passes;
  EXPECT_NE(next_question(observations, {}).again, failing - observations.begin());
  const Explanation explanation = explain(observations);
  ASSERT_THAT(explanation.causes, Not(IsEmpty()));
  for (const Cause& cause : explanation.causes) EXPECT_THAT(cause.passes, IsEmpty());
}

TEST(Causes, ACauseMayLetRunsPassIfACellHasFailedAndPassed) {
  auto observations =
      results(all_cells(), [](const Cell& cell) { return is(cell, "compile", "after"); });
  std::vector<Observation*> failing;
  for (Observation& observation : observations) {
    if (observation.failed()) failing.push_back(&observation);
  }
  failing[0]->failures = 2;
  failing[0]->passes = 1;
  *failing[5] = {.cell = failing[5]->cell, .failures = 0, .passes = 2};
  const Explanation explanation = explain(observations);
  EXPECT_THAT(texts(explanation), ElementsAre("compile = after"));
  EXPECT_THAT(explanation.causes[0].passes, SizeIs(2));
}

TEST(Causes, MayHaveSeveralVerdicts) {
  auto observations =
      results(all_cells(), [](const Cell& cell) { return is(cell, "compile", "after"); });
  for (Observation& observation : observations)
    observation.verdict = cp_of(observation.cell) > 1 ? "deadlock" : "crash";
  EXPECT_THAT(texts(explain(observations)), ElementsAre("compile = after"));
}

TEST(Causes, ConditionsThatAlwaysComeWithACauseAreNamed) {
  const auto observations =
      results(all_cells(), [](const Cell& cell) { return is(cell, "balanced", true); });
  const Explanation explanation = explain(observations);
  EXPECT_THAT(texts(explanation), ElementsAre("balanced"));
  EXPECT_THAT(explanation.causes[0].always, IsEmpty());
  auto fewer = observations;
  std::erase_if(fewer, [](const Observation& observation) {
    return observation.failed() && !is(observation.cell, "dynamic", true);
  });
  const Explanation narrow = explain(fewer);
  ASSERT_THAT(narrow.causes, SizeIs(1));
  EXPECT_EQ(text_of(narrow.causes[0].always), "dynamic");
}

TEST(Causes, AnAxisThatDoesNotApplyIsNotNamed) {
  const Explanation explanation =
      explain(results(all_cells(), [](const Cell& cell) { return cp_of(cell) == 1; }));
  EXPECT_THAT(texts(explanation), ElementsAre("cp = 1"));
  EXPECT_THAT(explanation.causes[0].always, IsEmpty());  // not "!balanced"
}

TEST(Causes, TheSmallestFailingAndTheNearestPassingCellAreNamed) {
  const auto observations = results(all_cells(), [](const Cell& cell) {
    return cp_of(cell) > 1 && is(cell, "compile", "before");
  });
  const Explanation explanation = explain(observations);
  ASSERT_THAT(explanation.causes, SizeIs(1));
  const Cause& cause = explanation.causes[0];
  const Cell& smallest = observations[cause.failures.front()].cell;
  for (const std::size_t failure : cause.failures) {
    EXPECT_LE(size_of(smallest), size_of(observations[failure].cell));
  }
  EXPECT_EQ(cp_of(smallest), 2);
  const Cell& nearest = observations[static_cast<std::size_t>(cause.nearest_pass)].cell;
  EXPECT_EQ(cp_of(nearest), 2);
  EXPECT_FALSE(is(nearest, "compile", "before"));
}

// Returns cells in which dynamic occurs exactly when compile = after.
std::vector<Observation> confounded(const Fails& fails) {
  auto cells = all_cells();
  std::erase_if(cells, [](const Cell& cell) {
    return is(cell, "dynamic", true) != is(cell, "compile", "after");
  });
  return results(cells, fails);
}

TEST(Causes, WhatTheResultsCannotTellApartAreAlternatives) {
  const Explanation explanation =
      explain(confounded([](const Cell& cell) { return is(cell, "dynamic", true); }));
  ASSERT_THAT(explanation.causes, SizeIs(1));
  std::vector<std::string> all = texts(explanation);
  for (const auto& other : explanation.causes[0].alternatives) all.push_back(text_of(other));
  EXPECT_THAT(all, AllOf(Contains("dynamic"), Contains("compile = after")));
}

TEST(Causes, OneMoreCellTellsAlternativesApart) {
  for (const bool dynamic : {true, false}) {
    const Fails fails = [&](const Cell& cell) {
      return dynamic ? is(cell, "dynamic", true) : is(cell, "compile", "after");
    };
    auto observations = confounded(fails);
    const std::ptrdiff_t cell = next_question(observations, all_cells()).open;
    ASSERT_GE(cell, 0);
    const Cell more = all_cells()[static_cast<std::size_t>(cell)];
    EXPECT_NE(is(more, "dynamic", true), is(more, "compile", "after")) << more.id;
    observations.push_back(result(more, fails(more)));
    EXPECT_THAT(texts(explain(observations)), ElementsAre(dynamic ? "dynamic" : "compile = after"));
  }
}

TEST(Causes, NoCellIsAskedForWhereNothingIsOpen) {
  const auto observations =
      results(all_cells(), [](const Cell& cell) { return is(cell, "compile", "after"); });
  EXPECT_FALSE(next_question(observations, all_cells()));
  EXPECT_FALSE(next_question(observations, {}));
}

TEST(Causes, WithoutFailuresThereAreNone) {
  const Explanation explanation = explain(results(all_cells(), [](const Cell&) { return false; }));
  EXPECT_THAT(explanation.causes, IsEmpty());
  EXPECT_THAT(explanation.unexplained, IsEmpty());
  EXPECT_THAT(explain({}).causes, IsEmpty());
}

TEST(Causes, WithoutPassesThereAreNone) {
  const Explanation explanation = explain(results(all_cells(), [](const Cell&) { return true; }));
  EXPECT_THAT(explanation.causes, IsEmpty());
  EXPECT_THAT(explanation.unexplained, SizeIs(all_cells().size()));
}

TEST(Causes, WordsThatAreNoNamesAreQuoted) {
  EXPECT_EQ((Condition{"mode", Comparison::kNotEqual, "max-autotune"}.text()),
            "mode != \"max-autotune\"");
  EXPECT_EQ((Condition{"dropout", Comparison::kAbove, 0.5}.text()), "dropout > 0.5");
}

// Plants the known failures of the default matrix. The search must find their cause. The cells that
// it adds to the cells of the matrix must satisfy the constraints.
TEST(Causes, OfTheDefaultMatrixAreFoundWithCellsThatItAllows) {
  const std::filesystem::path root = GRIDLOCK_SOURCE_DIR;
  const Matrix matrix = load(root / "matrix/default.toml", {root / "cases"});
  const Fails fails = [](const Cell& cell) {
    return cp_of(cell) > 1 && is(cell, "load_balance", false) && !is(cell, "compile", "none");
  };
  std::vector<Cell> cells;
  for (const PlannedCell& planned : plan(matrix, {}).cells) cells.push_back(planned.cell);
  auto observations = results(cells, fails);
  for (int i = 0; i < 8; ++i) {
    const auto open = neighbors_of_failures(matrix, {}, observations);
    for (const Cell& cell : open) {
      EXPECT_EQ(violated(matrix.constraints, cell, {}), nullptr) << cell.id;
      EXPECT_EQ(violated(matrix.schema().constraints, cell, {}), nullptr) << cell.id;
    }
    const std::ptrdiff_t cell = next_question(observations, open).open;
    if (cell < 0) break;
    const Cell more = open[static_cast<std::size_t>(cell)];
    observations.push_back(result(more, fails(more)));
  }
  EXPECT_THAT(texts(explain(observations)),
              ElementsAre("cp > 1 & !load_balance & compile != none"));
}

// A cause's text is a valid --select expression.
TEST(Causes, ReadAsExpressions) {
  const Vocabulary names = {{"cp", ValueType::kInt, {}},
                            {"balanced", ValueType::kBool, {}},
                            {"compile", ValueType::kWord, {}},
                            {"dynamic", ValueType::kBool, {}}};
  const Conjunction cause = {{"cp", Comparison::kAbove, std::int64_t{1}},
                             {"balanced", Comparison::kNotEqual, true},
                             {"compile", Comparison::kNotEqual, "none"}};
  const Expression expression = Expression::parse(text_of(cause), names);
  for (const Cell& cell : all_cells()) {
    EXPECT_EQ(expression.holds([&](std::string_view name) { return cell.find(name); }),
              holds(cause, cell))
        << cell.id;
  }
}

}  // namespace
}  // namespace gridlock::matrix::causes
