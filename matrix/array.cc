#include "matrix/array.h"

#include <algorithm>
#include <stdexcept>

#include "matrix/covering/feasibility.h"

namespace gridlock::matrix {
namespace {

using covering::Problem;
using covering::Row;

// Clears `table` if every entry is `plain`, as in a table of equal costs. The generator uses
// algebraic arrays only for problems with empty tables.
template <typename Number>
void clear_if_all(Number plain, std::vector<std::vector<Number>>& table) {
  const bool all = std::all_of(table.begin(), table.end(), [&](const auto& row) {
    return std::all_of(row.begin(), row.end(), [&](Number number) { return number == plain; });
  });
  if (all) table.clear();
}

// The covering problem of the space, without the factors that have only one level. `columns` are
// the remaining factors.
struct Reduced {
  std::vector<int> columns;
  Problem problem;
};

Reduced reduce(const Space& space, std::int64_t seed) {
  Reduced reduced;
  reduced.problem.seed = static_cast<std::uint64_t>(seed);
  std::vector<int> column_of(space.factors.size(), -1);
  for (std::size_t f = 0; f < space.factors.size(); ++f) {
    const auto& levels = space.factors[f].levels;
    if (levels.size() == 1) continue;
    column_of[f] = static_cast<int>(reduced.columns.size());
    reduced.columns.push_back(static_cast<int>(f));
    reduced.problem.levels.push_back(static_cast<int>(levels.size()));
    auto& ignored = reduced.problem.ignored.emplace_back();
    auto& costs = reduced.problem.costs.emplace_back();
    for (const Level& level : levels) {
      ignored.push_back(level.wanted ? 0 : 1);
      costs.push_back(level.cost);
    }
  }
  clear_if_all<char>(0, reduced.problem.ignored);
  clear_if_all<double>(1, reduced.problem.costs);
  for (const Rule& rule : space.rules) {
    auto& forbidden = reduced.problem.forbidden.emplace_back();
    for (const covering::Literal& literal : rule.forbidden) {
      const int column = column_of[literal.factor];
      if (column >= 0) forbidden.push_back({column, literal.value});
    }
  }
  return reduced;
}

// Forbids the levels for which `avoid` holds. Returns false if there is no such level or if no row
// is left.
template <typename Avoid>
bool restrict(const Space& space, const Reduced& reduced, const Avoid& avoid, Problem& problem) {
  for (std::size_t column = 0; column < reduced.columns.size(); ++column) {
    const auto& levels = space.factors[reduced.columns[column]].levels;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      if (!avoid(levels[level])) continue;
      problem.forbidden.push_back({{static_cast<int>(column), static_cast<int>(level)}});
    }
  }
  if (problem.forbidden.size() == reduced.problem.forbidden.size()) return false;
  covering::Feasibility feasibility(problem);
  covering::Random random(0);
  Row row(problem.levels.size(), 0);
  return feasibility.complete(row, random);
}

covering::Array generate_in_stages(const Space& space, const Reduced& reduced) {
  std::vector<Row> rows;
  const auto stage = [&](const auto& avoid) {
    Problem problem = reduced.problem;
    if (!restrict(space, reduced, avoid, problem)) return;
    problem.seed_rows = rows;
    rows = covering::generate(problem).rows;
  };
  if (reduced.problem.strength > 0) {
    stage([](const Level& level) { return level.rare || !level.skip.empty(); });
    stage([](const Level& level) { return !level.skip.empty(); });
  }
  Problem problem = reduced.problem;
  problem.seed_rows = rows;
  return covering::generate(problem);
}

Cell cell_of(const Space& space, const Reduced& reduced, const Row& row) {
  Row whole(space.factors.size(), 0);
  for (std::size_t column = 0; column < row.size(); ++column) {
    whole[reduced.columns[column]] = row[column];
  }
  return space.cell(whole);
}

CoverageGoal make_goal(const Space& space, const Reduced& reduced, int strength) {
  CoverageGoal goal;
  for (int column : reduced.columns) {
    const Factor& factor = space.factors[column];
    std::vector<Value> values;
    for (const Level& level : factor.levels) {
      if (level.wanted) values.push_back(*level.value);
    }
    // An axis that the file does not list has no values to cover.
    if (!values.empty()) goal.axes.emplace_back(factor.axis, std::move(values));
  }
  goal.strength = std::min(strength, static_cast<int>(goal.axes.size()));
  return goal;
}

}  // namespace

CoveringCells covering_cells(const Space& space, int strength, std::int64_t seed) {
  Reduced reduced = reduce(space, seed);
  CoveringCells result{{}, make_goal(space, reduced, strength)};
  reduced.problem.strength = result.goal.strength;
  covering::Array array{{Row{}}, 1, 1, 0, 1};
  if (!reduced.columns.empty()) {
    try {
      array = generate_in_stages(space, reduced);
    } catch (const std::length_error& error) {
      throw InputError(std::string("the matrix is too large: ") + error.what());
    }
  }
  for (const Row& row : array.rows) result.cells.push_back(cell_of(space, reduced, row));
  result.goal.feasible = array.feasible_tuples;
  result.goal.lower_bound = array.lower_bound;
  if (result.goal.strength == 0) {
    result.goal.feasible = result.cells.size();
    for (const Cell& cell : result.cells) result.goal.cells.push_back(cell.id);
  }
  return result;
}

}  // namespace gridlock::matrix
