#include "matrix/covering/goal.h"

#include <algorithm>

namespace gridlock::matrix::covering {

namespace {

// Returns, for each tuple, whether all of its values apply.
std::vector<char> applying(const Problem& problem, const Tuples& tuples) {
  std::vector<char> applies(tuples.size(), 1);
  if (problem.ignored.empty()) return applies;
  for (const Block& block : tuples.blocks())
    for (std::uint32_t i = 0; i < block.count; ++i)
      for (const Literal& l : tuples.literals(block.offset + i))
        if (is_ignored(problem, l.factor, l.value)) applies[block.offset + i] = 0;
  return applies;
}

bool assign_all(Feasibility& feasibility, const std::vector<Literal>& literals) {
  return std::all_of(literals.begin(), literals.end(),
                     [&](const Literal& l) { return feasibility.assign(l.factor, l.value); });
}

// Returns whether some value that applies can be added to the tuple.
bool can_grow(const Problem& problem, const std::vector<Literal>& tuple, Feasibility& feasibility,
              Random& random) {
  const std::size_t before = feasibility.mark();
  bool grows = false;
  for (int factor = 0; factor < static_cast<int>(problem.levels.size()); ++factor) {
    const bool inside = std::any_of(tuple.begin(), tuple.end(),
                                    [&](const Literal& l) { return l.factor == factor; });
    for (int value = 0; !inside && !grows && value < problem.levels[factor]; ++value) {
      if (is_ignored(problem, factor, value)) continue;
      Row row(problem.levels.size(), kFree);
      grows = assign_all(feasibility, tuple) && feasibility.assign(factor, value) &&
              feasibility.complete(row, random);
      feasibility.undo(before);
    }
  }
  return grows;
}

// Adds the tuples of fewer than t values that no larger tuple contains.
void add_short_tuples(const Problem& problem, int strength, Feasibility& feasibility,
                      Random& random, Goal& goal) {
  for (int size = strength - 1; size > 0; --size) {
    const Tuples tuples(problem.levels, size);
    auto required = extendable(tuples, applying(problem, tuples), feasibility, random);
    for (std::uint32_t tuple = 0; tuple < tuples.size(); ++tuple)
      if (required[tuple])
        required[tuple] = !can_grow(problem, tuples.literals(tuple), feasibility, random);
    if (std::count(required.begin(), required.end(), 1) == 0) continue;
    goal.tuples.append(tuples);
    goal.required.insert(goal.required.end(), required.begin(), required.end());
  }
}

}  // namespace

std::vector<char> extendable(const Tuples& tuples, const std::vector<char>& asked,
                             Feasibility& feasibility, Random& random) {
  if (!feasibility.constrained()) return asked;
  std::vector<char> found(tuples.size(), 0);
  for (std::uint32_t tuple = 0; tuple < tuples.size(); ++tuple) {
    if (!asked[tuple] || found[tuple]) continue;
    const std::size_t before = feasibility.mark();
    Row row(feasibility.factors(), kFree);
    if (assign_all(feasibility, tuples.literals(tuple)) && feasibility.complete(row, random))
      for (const Block& block : tuples.blocks()) {
        const std::uint32_t witnessed = block.tuple_of(row);
        if (asked[witnessed]) found[witnessed] = 1;
      }
    feasibility.undo(before);
  }
  return found;
}

Goal make_goal(const Problem& problem, Feasibility& feasibility, Random& random) {
  const int factors = static_cast<int>(problem.levels.size());
  const int strength = std::min(problem.strength, factors);
  Goal goal{Tuples(problem.levels, strength), {}};
  goal.t_tuples = goal.tuples.size();
  const auto applies = applying(problem, goal.tuples);
  goal.required = extendable(goal.tuples, applies, feasibility, random);
  goal.feasible = std::count(goal.required.begin(), goal.required.end(), 1);
  goal.infeasible = std::count(applies.begin(), applies.end(), 1) - goal.feasible;
  if (!problem.ignored.empty()) add_short_tuples(problem, strength, feasibility, random, goal);
  return goal;
}

}  // namespace gridlock::matrix::covering
