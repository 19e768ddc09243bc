#include "matrix/covering/reduce.h"

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
  while (rows.size() > std::max(bound, fixed)) {
    const std::size_t dropped = least_needed(coverage, smaller, fixed);
    coverage.remove(smaller[dropped]);
    smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(dropped));
    if (!LocalSearch(feasibility, coverage, smaller, fixed, random).run(budget)) return;
    rows = smaller;
  }
}

}  // namespace gridlock::matrix::covering
