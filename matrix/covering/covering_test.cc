// Checks the guarantees of the generator with the independent verifier.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/text/test_effort.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"
#include "matrix/covering/reduce_cost.h"
#include "matrix/covering/verify.h"

namespace gridlock::matrix::covering {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

Problem uniform(int factors, int levels, int strength = 2) {
  Problem problem;
  problem.levels.assign(factors, levels);
  problem.strength = strength;
  return problem;
}

// If the condition holds, forbids the factor's last value, which means "absent". Otherwise, forbids
// all other values of the factor.
void applies_only(Problem& problem, int factor, const Literal& condition) {
  const int absent = problem.levels[factor] - 1;
  problem.ignored[factor].assign(absent + 1, 0);
  problem.ignored[factor][absent] = 1;
  for (int v = 0; v < problem.levels[condition.factor]; ++v)
    for (int w = 0; w <= absent; ++w)
      if ((v == condition.value) == (w == absent))
        problem.forbidden.push_back({{condition.factor, v}, {factor, w}});
}

// Returns a grid like the one of gridlock's own matrices. Rotation does not apply to cp 1, backend
// does not apply without compilation, and world size is a multiple of cp.
Problem grid(int strength) {
  Problem problem;
  problem.strength = strength;
  problem.levels = {6, 3, 2, 5, 3, 4, 3};
  problem.ignored.resize(problem.levels.size());
  problem.forbidden = {
      {{0, 3}, {4, 0}}, {{0, 4}, {4, 0}}, {{0, 5}, {4, 0}}, {{0, 4}, {4, 1}}, {{0, 5}, {4, 1}}};
  for (int cp = 0; cp < 6; ++cp)
    for (int rotation = 0; rotation < 3; ++rotation)
      if ((cp == 0) != (rotation == 2)) problem.forbidden.push_back({{0, cp}, {1, rotation}});
  problem.ignored[1] = {0, 0, 1};
  applies_only(problem, 3, {2, 1});
  return problem;
}

// Returns a problem with up to 7 factors of up to 4 levels, up to 12 forbidden conjunctions of 1 to
// 3 values, and some values that do not apply.
Problem random_problem(std::uint64_t seed) {
  Random random(seed);
  Problem problem;
  problem.seed = seed;
  const int factors = 1 + random.below(7);
  for (int f = 0; f < factors; ++f) problem.levels.push_back(1 + random.below(4));
  problem.strength = 1 + random.below(4);
  for (int c = random.below(13); c > 0; --c) {
    problem.forbidden.emplace_back();
    for (int size = 1 + random.below(3); size > 0; --size) {
      const int factor = random.below(factors);
      problem.forbidden.back().push_back({factor, random.below(problem.levels[factor])});
    }
  }
  if (random.below(2) == 0) {
    problem.ignored.resize(factors);
    for (int f = 0; f < factors; ++f) {
      problem.ignored[f].assign(problem.levels[f], 0);
      if (random.below(3) == 0) problem.ignored[f].back() = 1;
    }
  }
  if (random.below(2) == 0) {
    for (int levels : problem.levels) {
      auto& costs = problem.costs.emplace_back();
      for (int v = 0; v < levels; ++v) costs.push_back(1 + random.below(4));
    }
  }
  return problem;
}

TEST(Covering, EveryFeasibleTupleIsCoveredAndNoForbiddenRowAppears) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(400)); ++seed) {
    const Problem problem = random_problem(seed);
    EXPECT_THAT(verify(problem, generate(problem)).faults, IsEmpty()) << "seed " << seed;
  }
}

double total_cost(const Problem& problem, const Array& array) {
  double total = 0;
  for (const Row& row : array.rows) total += cost_of(problem, row);
  return total;
}

TEST(Covering, ACheapArrayIsCompleteAndKeepsDearValuesApart) {
  Problem problem = grid(2);
  const Array few = generate(problem);
  problem.costs.resize(problem.levels.size());
  problem.costs[4] = {2, 4, 8};
  problem.costs[3] = {1, 2, 2, 5, 1};
  const Array cheap = generate(problem);
  EXPECT_THAT(verify(problem, cheap).faults, IsEmpty());
  EXPECT_LT(total_cost(problem, cheap), 0.9 * total_cost(problem, few));
}

TEST(Covering, TheVerifierSeesAMissingRow) {
  const Problem problem = grid(2);
  Array array = generate(problem);
  array.rows.pop_back();
  EXPECT_THAT(verify(problem, array).faults, Not(IsEmpty()));
}

TEST(Covering, TheVerifierSeesConstraintsThatTheGeneratorDidNot) {
  const Problem problem = grid(2);
  Problem unconstrained = problem;
  unconstrained.forbidden.clear();
  EXPECT_THAT(verify(problem, generate(unconstrained)).faults, Not(IsEmpty()));
}

TEST(Covering, TheVerifierSeesAWrongCount) {
  const Problem problem = grid(2);
  Array array = generate(problem);
  ++array.infeasible_tuples;
  EXPECT_THAT(verify(problem, array).faults, ElementsAre("infeasible_tuples is wrong"));
}

TEST(Covering, EqualSeedsGiveEqualArrays) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Problem problem = random_problem(seed);
    EXPECT_EQ(generate(problem).rows, generate(problem).rows);
  }
}

TEST(Covering, TheArrayOfASeedIsTheSameOnEveryMachine) {
  Problem problem = uniform(5, 2);
  problem.forbidden = {{{0, 0}, {1, 0}}};
  EXPECT_THAT(generate(problem).rows,
              ElementsAre(Row{0, 1, 0, 1, 1}, Row{1, 0, 1, 1, 1}, Row{1, 0, 0, 0, 0},
                          Row{0, 1, 1, 0, 0}, Row{1, 1, 1, 1, 0}, Row{0, 1, 0, 0, 1}));
}

TEST(Covering, UniformPairwiseArraysAreAsSmallAsTheBestPublished) {
  EXPECT_EQ(generate(uniform(4, 3)).rows.size(), 9U);
  EXPECT_EQ(generate(uniform(13, 3)).rows.size(), 15U);
  EXPECT_EQ(generate(uniform(100, 2)).rows.size(), 10U);
  EXPECT_EQ(generate(uniform(6, 5)).rows.size(), 25U);
  EXPECT_EQ(generate(uniform(4, 3, 3)).rows.size(), 27U);
}

TEST(Covering, TheLowerBoundOfTwoLevelFactorsIsTheOptimum) {
  EXPECT_EQ(generate(uniform(10, 2)).lower_bound, 6U);
  EXPECT_EQ(generate(uniform(11, 2)).lower_bound, 7U);
  EXPECT_EQ(generate(uniform(100, 2)).lower_bound, 10U);
}

TEST(Covering, AConstrainedGridReachesItsLowerBound) {
  for (int strength : {1, 2}) {
    const Problem problem = grid(strength);
    const Array array = generate(problem);
    EXPECT_EQ(array.rows.size(), array.lower_bound) << "strength " << strength;
    EXPECT_THAT(verify(problem, array).faults, IsEmpty());
  }
}

TEST(Covering, TheLowerBoundCountsRowsWhereAnAxisDoesNotApply) {
  // One set of exclusive tuples: cp × backend, and cp × "not compiled".
  EXPECT_EQ(generate(grid(2)).lower_bound, 6U * (4 + 1));
}

TEST(Covering, AValueThatMeetsTooFewOthersIsCoveredAllTheSame) {
  // Without compilation (1=0), backend does not apply, so no tuple has three applicable values.
  Problem problem;
  problem.levels = {2, 2, 4};
  problem.strength = 3;
  problem.ignored.resize(3);
  applies_only(problem, 2, {1, 1});
  const Array array = generate(problem);
  EXPECT_EQ(array.rows.size(), 2U * 3 + 2);
  EXPECT_EQ(array.feasible_tuples, 2U * 3);
  EXPECT_THAT(verify(problem, array).faults, IsEmpty());
}

TEST(Covering, SeedRowsComeFirstAndCount) {
  Problem problem = uniform(4, 3);
  problem.seed_rows = generate(problem).rows;
  std::reverse(problem.seed_rows.begin(), problem.seed_rows.end());
  EXPECT_EQ(generate(problem).rows, problem.seed_rows);
  problem.seed_rows.resize(3);
  EXPECT_THAT(verify(problem, generate(problem)).faults, IsEmpty());
}

TEST(Covering, StrengthAboveTheNumberOfFactorsMeansAllCombinations) {
  EXPECT_EQ(generate(uniform(2, 3, 6)).rows.size(), 9U);
}

TEST(Covering, StrengthZeroIsEveryValidRowOnce) {
  Problem problem = grid(0);
  problem.seed_rows = {generate(problem).rows.back()};
  const Array array = generate(problem);
  EXPECT_EQ(array.rows.front(), problem.seed_rows.front());
  EXPECT_EQ(std::set<Row>(array.rows.begin(), array.rows.end()).size(), array.rows.size());
  // 5 of the 6 × 3 pairs of cp and world size are forbidden. cp 1 has one rotation, and the other
  // degrees have two.
  EXPECT_EQ(array.rows.size(), (3U + 2 * (3 + 3 + 2 + 1 + 1)) * (4 + 1) * 4 * 3);
}

TEST(Covering, AProblemWithoutAnyValidRowHasNoRows) {
  Problem problem = uniform(3, 2);
  problem.forbidden = {{{0, 0}}, {{0, 1}}};
  const Array array = generate(problem);
  EXPECT_THAT(array.rows, IsEmpty());
  EXPECT_EQ(array.infeasible_tuples, 12U);
}

TEST(Covering, ContradictionsThatOnlySearchFindsAreFound) {
  // The forbidden pairs mean that factors 0 and 1 are equal, 1 and 2 are equal, and 0 and 2 differ.
  // This is a contradiction.
  Problem problem = uniform(4, 2);
  problem.forbidden = {{{0, 0}, {1, 1}}, {{0, 1}, {1, 0}}, {{1, 0}, {2, 1}},
                       {{1, 1}, {2, 0}}, {{0, 0}, {2, 0}}, {{0, 1}, {2, 1}}};
  EXPECT_THAT(generate(problem).rows, IsEmpty());
}

TEST(Covering, TooManyRowsOrTuplesAreRefused) {
  EXPECT_THROW(generate(uniform(20, 2, 0)), std::length_error);
  EXPECT_THROW(generate(uniform(100, 4, 6)), std::length_error);
}

TEST(Covering, ProblemsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(generate(uniform(0, 2)), std::invalid_argument);
  EXPECT_THROW(generate(uniform(3, 0)), std::invalid_argument);
  EXPECT_THROW(generate(uniform(3, 2, 7)), std::invalid_argument);
  Problem problem = uniform(3, 2);
  problem.forbidden = {{{0, 2}}};
  EXPECT_THROW(generate(problem), std::invalid_argument);
  problem.forbidden = {{{0, 1}}};
  problem.seed_rows = {{1, 0, 0}};
  EXPECT_THROW(generate(problem), std::invalid_argument);
  problem.seed_rows = {{0, 0}};
  EXPECT_THROW(generate(problem), std::invalid_argument);
  problem.seed_rows.clear();
  problem.ignored = {{0, 1}};
  EXPECT_THROW(generate(problem), std::invalid_argument);
}

}  // namespace
}  // namespace gridlock::matrix::covering
