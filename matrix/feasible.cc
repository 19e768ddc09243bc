#include "matrix/feasible.h"

#include <algorithm>
#include <functional>
#include <set>

#include "matrix/covering/feasibility.h"

namespace gridlock::matrix {
namespace {

using covering::Feasibility;
using covering::Row;
using Enabled = std::function<bool(int constraint)>;

covering::Problem problem_of(const Space& space, const Enabled& enabled) {
  covering::Problem problem;
  for (const Factor& factor : space.factors) {
    problem.levels.push_back(static_cast<int>(factor.levels.size()));
  }
  for (const Rule& rule : space.rules) {
    if (rule.constraint < 0 || enabled(rule.constraint))
      problem.forbidden.push_back(rule.forbidden);
  }
  return problem;
}

// Returns a valid row that completes the state of `feasibility`. Prefers the first level of each
// factor.
std::optional<Row> complete(Feasibility& feasibility) {
  covering::Random random(0);
  Row row(feasibility.factors(), 0);
  return feasibility.complete(row, random) ? std::optional(row) : std::nullopt;
}

std::optional<Row> row_with(Feasibility& feasibility, int factor, int level) {
  const std::size_t before = feasibility.mark();
  std::optional<Row> row;
  const bool taken = feasibility.assigned(factor)
                         ? feasibility.value(factor) == level
                         : feasibility.allowed(factor, level) && feasibility.assign(factor, level);
  if (taken) row = complete(feasibility);
  feasibility.undo(before);
  return row;
}

bool conflict(const Space& space, const std::vector<int>& constraints) {
  Feasibility feasibility(problem_of(space, [&](int constraint) {
    return std::find(constraints.begin(), constraints.end(), constraint) != constraints.end();
  }));
  return !complete(feasibility);
}

// Returns the first subset of `size` constraints that conflict, or an empty vector if there is
// none.
std::vector<int> conflicting_subset(const Space& space, const std::vector<int>& all,
                                    std::size_t size, std::size_t from = 0,
                                    std::vector<int> chosen = {}) {
  if (chosen.size() == size) return conflict(space, chosen) ? chosen : std::vector<int>{};
  for (std::size_t i = from; i < all.size(); ++i) {
    chosen.push_back(all[i]);
    auto found = conflicting_subset(space, all, size, i + 1, chosen);
    if (!found.empty()) return found;
    chosen.pop_back();
  }
  return {};
}

// Returns the smallest set of conflicting constraints. If that set has more than three constraints,
// returns a set from which no constraint can be removed.
std::vector<int> smallest_conflict(const Space& space) {
  std::set<int> used;
  for (const Rule& rule : space.rules) {
    if (rule.constraint >= 0) used.insert(rule.constraint);
  }
  std::vector<int> all(used.begin(), used.end());
  for (std::size_t size = 1; size <= std::min<std::size_t>(3, all.size()); ++size) {
    auto found = conflicting_subset(space, all, size);
    if (!found.empty()) return found;
  }
  for (std::size_t i = 0; i < all.size();) {
    std::vector<int> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (conflict(space, fewer)) {
      all = fewer;
    } else {
      ++i;
    }
  }
  return all;
}

std::string at_place(const FilePosition& place) {
  return place.line == 0 ? "" : " (" + place.file + ":" + std::to_string(place.line) + ")";
}

// Returns the constraint that excludes the level by itself, and a cell that only this constraint
// forbids.
std::optional<InfeasibleCell> single_conflict(const Space& space, int factor, int level) {
  for (int dropped = 0; dropped < static_cast<int>(space.constraints.size()); ++dropped) {
    Feasibility without(problem_of(space, [&](int constraint) { return constraint != dropped; }));
    if (const auto row = row_with(without, factor, level)) {
      return InfeasibleCell{space.cell(*row), space.constraints[dropped].reason};
    }
  }
  return std::nullopt;
}

// Returns some cell with the level, and the first constraint that forbids the cell.
std::optional<InfeasibleCell> first_conflict(const Space& space, int factor, int level) {
  Feasibility applicable(problem_of(space, [](int) { return false; }));
  const auto row = row_with(applicable, factor, level);
  if (!row) return std::nullopt;
  const auto breaks = [&](const Rule& rule) {
    return rule.constraint >= 0 &&
           std::all_of(rule.forbidden.begin(), rule.forbidden.end(),
                       [&](auto literal) { return (*row)[literal.factor] == literal.value; });
  };
  const auto broken = std::find_if(space.rules.begin(), space.rules.end(), breaks);
  if (broken == space.rules.end()) {
    return InfeasibleCell{space.cell(*row),
                          "several constraints together forbid every cell with this value"};
  }
  return InfeasibleCell{space.cell(*row), space.constraints[broken->constraint].reason};
}

void explain_infeasible(Space& space, int factor, int level) {
  auto infeasible = single_conflict(space, factor, level);
  if (!infeasible) infeasible = first_conflict(space, factor, level);
  if (infeasible) space.infeasible.push_back(std::move(*infeasible));
}

// The new number of each level, by factor and old number; -1 for removed levels.
using Renumbering = std::vector<std::vector<int>>;

void renumber(Space& space, const Renumbering& numbers) {
  for (std::size_t f = 0; f < space.factors.size(); ++f) {
    std::vector<Level> kept;
    for (std::size_t level = 0; level < numbers[f].size(); ++level) {
      if (numbers[f][level] >= 0) kept.push_back(space.factors[f].levels[level]);
    }
    space.factors[f].levels = std::move(kept);
  }
  std::vector<Rule> rules;
  for (Rule& rule : space.rules) {
    bool is_possible = true;
    for (covering::Literal& literal : rule.forbidden) {
      literal.value = numbers[literal.factor][literal.value];
      is_possible = is_possible && literal.value >= 0;
    }
    if (is_possible) rules.push_back(std::move(rule));
  }
  space.rules = std::move(rules);
}

}  // namespace

void check_feasible(const Space& space, const Matrix& matrix) {
  Feasibility feasibility(problem_of(space, [](int) { return true; }));
  if (complete(feasibility)) return;
  const std::vector<int> conflict = smallest_conflict(space);
  std::string message = conflict.size() == 1
                            ? "this constraint forbids every cell of the matrix:"
                            : "these constraints together forbid every cell of the matrix:";
  for (int constraint : conflict) {
    const Constraint& one = space.constraints[constraint];
    message += "\n  forbid \"" + one.forbid.text() + "\": " + one.reason + at_place(one.place);
  }
  // The error points to the last constraint of the conflict. The file's own constraints come last,
  // so the error points to one of them if any is part of the conflict.
  const FilePosition& place = space.constraints[conflict.back()].place;
  const bool own = place.file == matrix.file.string();
  throw InputError(own ? place : FilePosition{matrix.file.string()}, message);
}

void remove_infeasible_levels(Space& space) {
  Feasibility feasible(problem_of(space, [](int) { return true; }));
  Renumbering numbers;
  for (int f = 0; f < static_cast<int>(space.factors.size()); ++f) {
    int next = 0;
    bool applies = false;
    std::vector<int> infeasible;
    auto& renumbered = numbers.emplace_back();
    const auto& levels = space.factors[f].levels;
    for (int level = 0; level < static_cast<int>(levels.size()); ++level) {
      const bool is_feasible = row_with(feasible, f, level).has_value();
      renumbered.push_back(is_feasible ? next++ : -1);
      applies = applies || (is_feasible && levels[level].value);
      if (!is_feasible && levels[level].wanted) infeasible.push_back(level);
    }
    // If the axis never applies, its values need no explanation.
    if (!applies) continue;
    for (int level : infeasible) explain_infeasible(space, f, level);
  }
  renumber(space, numbers);
}

std::vector<std::pair<covering::Literal, covering::Literal>> feasible_pairs(const Space& space) {
  std::vector<covering::Literal> values;
  for (int f = 0; f < static_cast<int>(space.factors.size()); ++f) {
    const auto& levels = space.factors[f].levels;
    for (int level = 0; level < static_cast<int>(levels.size()); ++level) {
      const bool counts = levels[level].wanted || levels.size() == 1;
      if (levels[level].value && counts) values.push_back({f, level});
    }
  }
  Feasibility feasibility(problem_of(space, [](int) { return true; }));
  std::vector<std::pair<covering::Literal, covering::Literal>> pairs;
  for (const covering::Literal& a : values) {
    const std::size_t before = feasibility.mark();
    const bool alone = feasibility.assign(a.factor, a.value);
    for (const covering::Literal& b : values) {
      if (alone && b.factor > a.factor && row_with(feasibility, b.factor, b.value)) {
        pairs.emplace_back(a, b);
      }
    }
    feasibility.undo(before);
  }
  return pairs;
}

}  // namespace gridlock::matrix
