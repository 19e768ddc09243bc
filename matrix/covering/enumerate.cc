#include "matrix/covering/enumerate.h"

#include <set>
#include <stdexcept>

namespace gridlock::matrix::covering {

namespace {

class Enumeration {
 public:
  Enumeration(Feasibility& feasibility, std::vector<Row>& rows)
      : feasibility_(feasibility),
        rows_(rows),
        known_(rows.begin(), rows.end()),
        row_(feasibility.factors()) {}

  void from(int factor) {
    if (factor == static_cast<int>(row_.size())) return add();
    for (int value = 0; value < feasibility_.levels(factor); ++value) {
      const std::size_t before = feasibility_.mark();
      row_[factor] = value;
      if (feasibility_.assign(factor, value)) from(factor + 1);
      feasibility_.undo(before);
    }
  }

 private:
  void add() {
    if (known_.count(row_) > 0) return;
    if (rows_.size() == kMaxRows)
      throw std::length_error(
          "strength \"all\" makes more than 1,000,000 cells; set a strength from 1 to 6, or list "
          "fewer values");
    rows_.push_back(row_);
  }

  Feasibility& feasibility_;
  std::vector<Row>& rows_;
  std::set<Row> known_;
  Row row_;
};

std::size_t combinations(const std::vector<int>& levels) {
  double product = 1;
  for (int l : levels) product *= l;
  return product < 1e18 ? static_cast<std::size_t>(product) : SIZE_MAX;
}

}  // namespace

Array enumerate(const Problem& problem, Feasibility& feasibility) {
  Array array;
  array.rows = problem.seed_rows;
  Enumeration(feasibility, array.rows).from(0);
  const std::set<Row> distinct(array.rows.begin(), array.rows.end());
  array.feasible_tuples = array.covered_tuples = distinct.size();
  array.infeasible_tuples = combinations(problem.levels) - distinct.size();
  array.lower_bound = array.rows.size();
  return array;
}

}  // namespace gridlock::matrix::covering
