#include <algorithm>
#include <unordered_set>

#include "matrix/planner.h"

namespace gridlock::matrix {
namespace {

using Row = std::vector<int>;  // per axis of the goal: index of the value, -1 if none

Row row_of(const CoverageGoal& goal, const Cell& cell) {
  Row row;
  for (const auto& [axis, values] : goal.axes) {
    const Value* value = cell.find(axis);
    const auto found =
        value == nullptr ? values.end() : std::find(values.begin(), values.end(), *value);
    row.push_back(found == values.end() ? -1 : static_cast<int>(found - values.begin()));
  }
  return row;
}

// Returns the number of different tuples of values in these columns of the rows.
std::size_t distinct(const CoverageGoal& goal, const std::vector<Row>& rows, const Row& columns) {
  std::unordered_set<std::uint64_t> seen;
  for (const Row& row : rows) {
    std::uint64_t key = 0;
    bool complete = true;
    for (int column : columns) {
      complete = complete && row[column] >= 0;
      key = key * goal.axes[column].second.size() + static_cast<std::uint64_t>(row[column]);
    }
    if (complete) seen.insert(key);
  }
  return seen.size();
}

// Advances to the next combination of columns in lexicographic order; returns false after the last.
bool advance(Row& columns, int count) {
  const int size = static_cast<int>(columns.size());
  int at = size - 1;
  while (at >= 0 && columns[at] == count - size + at) --at;
  if (at < 0) return false;
  ++columns[at];
  for (int i = at + 1; i < size; ++i) columns[i] = columns[i - 1] + 1;
  return true;
}

std::size_t covered_tuples(const CoverageGoal& goal, const std::vector<Row>& rows) {
  Row columns;
  for (int i = 0; i < goal.strength; ++i) columns.push_back(i);
  std::size_t covered = 0;
  do {
    covered += distinct(goal, rows, columns);
  } while (advance(columns, static_cast<int>(goal.axes.size())));
  return covered;
}

}  // namespace

Coverage coverage(const Plan& plan, const std::set<std::string>& ids) {
  const CoverageGoal& goal = plan.goal;
  Coverage result{goal.strength, 0, goal.feasible, goal.left_out};
  if (goal.strength == 0) {
    result.covered = static_cast<std::size_t>(
        std::count_if(goal.cells.begin(), goal.cells.end(),
                      [&](const std::string& id) { return ids.count(id) > 0; }));
    return result;
  }
  std::vector<Row> rows;
  for (const PlannedCell& planned : plan.cells) {
    // A reference that the matrix itself forbids does not count.
    if (planned.in_space && ids.count(planned.cell.id) > 0) {
      rows.push_back(row_of(goal, planned.cell));
    }
  }
  result.covered = covered_tuples(goal, rows);
  return result;
}

}  // namespace gridlock::matrix
