#include "matrix/covering/reduce.h"

#include <algorithm>

#include "matrix/covering/coverage.h"
#include "matrix/covering/local_search.h"

namespace gridlock::matrix::covering {

namespace {

std::size_t least_needed(const Coverage& coverage, const std::vector<Row>& rows,
                         std::size_t fixed) {
  std::size_t best = fixed;
  std::size_t least = coverage.unique(rows[fixed]);
  for (std::size_t r = fixed + 1; r < rows.size() && least > 0; ++r) {
    const std::size_t unique = coverage.unique(rows[r]);
    if (unique >= least) continue;
    least = unique;
    best = r;
  }
  return best;
}

}  // namespace

void reduce(const Goal& goal, Feasibility& feasibility, std::vector<Row>& rows, std::size_t fixed,
            std::size_t bound, std::size_t budget, Random& random) {
  Coverage coverage(goal);
  for (const Row& row : rows) coverage.add(row);
  std::vector<Row> smaller = rows;
  std::size_t left = 4 * budget;
  while (rows.size() > std::max(bound, fixed) && left > 0) {
    const std::size_t dropped = least_needed(coverage, smaller, fixed);
    coverage.remove(smaller[dropped]);
    smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(dropped));
    LocalSearch search(feasibility, coverage, smaller, fixed, random);
    if (!search.run(std::min(budget, left))) return;
    left -= std::min(left, search.work());
    rows = smaller;
  }
}

}  // namespace gridlock::matrix::covering
