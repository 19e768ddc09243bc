#include "matrix/covering/check.h"

#include <stdexcept>
#include <string>

#include "matrix/covering/tuples.h"

namespace gridlock::matrix::covering {

namespace {

void require(bool condition, const std::string& what) {
  if (!condition) throw std::invalid_argument("covering array: " + what);
}

bool exists(const Problem& problem, int factor, int value) {
  return factor >= 0 && factor < static_cast<int>(problem.levels.size()) && value >= 0 &&
         value < problem.levels[factor];
}

void check_ignored(const Problem& problem) {
  if (problem.ignored.empty()) return;
  require(problem.ignored.size() == problem.levels.size(), "`ignored` must have a row per factor");
  for (std::size_t f = 0; f < problem.levels.size(); ++f)
    require(problem.ignored[f].empty() ||
                problem.ignored[f].size() == static_cast<std::size_t>(problem.levels[f]),
            "`ignored` must have an entry for each value of factor " + std::to_string(f));
}

}  // namespace

void check_numbers(const Problem& problem) {
  require(!problem.levels.empty(), "there are no factors");
  for (int levels : problem.levels) require(levels >= 1, "a factor has no values");
  require(problem.strength >= 0 && problem.strength <= kMaxStrength,
          "the strength must be 0 to 6, not " + std::to_string(problem.strength));
  for (const auto& conjunction : problem.forbidden)
    for (const Literal& l : conjunction)
      require(exists(problem, l.factor, l.value), "a forbidden value does not exist");
  check_ignored(problem);
}

void check_seed_rows(const Problem& problem, const Feasibility& feasibility) {
  for (std::size_t r = 0; r < problem.seed_rows.size(); ++r) {
    const Row& row = problem.seed_rows[r];
    const std::string name = "seed row " + std::to_string(r);
    require(row.size() == problem.levels.size(), name + " must have one value per factor");
    for (std::size_t f = 0; f < row.size(); ++f)
      require(exists(problem, static_cast<int>(f), row[f]), name + " has an unknown value");
    require(feasibility.valid(row), name + " holds a forbidden combination");
  }
}

}  // namespace gridlock::matrix::covering
