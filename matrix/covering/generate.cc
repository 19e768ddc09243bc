// Solves a problem: determines the required tuples, constructs an array by algebra or greedily, and
// reduces its rows.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "matrix/covering/check.h"
#include "matrix/covering/construct.h"
#include "matrix/covering/coverage.h"
#include "matrix/covering/enumerate.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/goal.h"
#include "matrix/covering/greedy.h"
#include "matrix/covering/local_search.h"
#include "matrix/covering/lower_bound.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"
#include "matrix/covering/reduce.h"
#include "matrix/covering/reduce_cost.h"

namespace gridlock::matrix::covering {

namespace {

// The number of tuples that the local search may examine to save one row. The budget is
// proportional to the problem's tuple count, so that a small problem takes milliseconds, and
// bounded, so that a large problem takes seconds.
constexpr std::size_t kWorkPerTuple = 4'000;
constexpr std::size_t kMostWork = 50'000'000;

// The work to make an array cheaper. The number of tried changes is this number divided by the
// number of tuples in a row.
constexpr std::size_t kCostReductionWork = 10'000'000;

std::size_t budget_of(const Goal& goal) {
  return std::min(kMostWork, kWorkPerTuple * goal.tuples.size());
}

Coverage coverage_of(const Goal& goal, const std::vector<Row>& rows) {
  Coverage coverage(goal);
  for (const Row& row : rows) coverage.add(row);
  return coverage;
}

void fill_open(std::vector<Row>& rows, const std::vector<int>& levels, Random& random) {
  for (Row& row : rows)
    for (std::size_t f = 0; f < row.size(); ++f)
      if (row[f] == kFree) row[f] = random.below(levels[f]);
}

// Replaces `rows` by the smallest constructed array if that array has fewer rows.
void try_constructions(const Problem& problem, const Goal& goal, Feasibility& feasibility,
                       std::vector<Row>& rows, Random& random) {
  for (auto& start : constructions(problem.levels, problem.strength)) {
    if (start.size() >= rows.size()) return;
    fill_open(start, problem.levels, random);
    Coverage coverage = coverage_of(goal, start);
    if (!LocalSearch(feasibility, coverage, start, 0, random).run(budget_of(goal))) continue;
    rows = std::move(start);
    return;
  }
}

std::size_t covered_t_tuples(const Goal& goal, const std::vector<Row>& rows) {
  const Coverage coverage = coverage_of(goal, rows);
  const auto& left = coverage.uncovered();
  return goal.feasible - std::count_if(left.begin(), left.end(),
                                       [&](std::uint32_t t) { return t < goal.t_tuples; });
}

}  // namespace

Array generate(const Problem& problem) {
  check_numbers(problem);
  Feasibility feasibility(problem);
  check_seed_rows(problem, feasibility);
  if (problem.strength == 0) return enumerate(problem, feasibility);

  Random random(problem.seed);
  const Goal goal = make_goal(problem, feasibility, random);
  Array array;
  array.rows = problem.seed_rows;
  array.feasible_tuples = goal.feasible;
  array.infeasible_tuples = goal.infeasible;

  const std::size_t fixed = problem.seed_rows.size();
  Coverage coverage = coverage_of(goal, array.rows);
  array.lower_bound = fixed + lower_bound(problem, coverage, feasibility, random);
  add_greedy_rows(feasibility, coverage, array.rows, random);

  const bool plain = !feasibility.constrained() && problem.ignored.empty() && fixed == 0;
  if (plain && array.rows.size() > array.lower_bound)
    try_constructions(problem, goal, feasibility, array.rows, random);
  reduce(goal, feasibility, array.rows, fixed, array.lower_bound, budget_of(goal), random);
  if (problem.strength == 2 && !problem.costs.empty())
    reduce_cost(problem, goal, feasibility, array.rows, fixed,
                kCostReductionWork / goal.tuples.blocks().size(), random);
  array.covered_tuples = covered_t_tuples(goal, array.rows);
  return array;
}

}  // namespace gridlock::matrix::covering
