#include "matrix/covering/verify.h"

#include <algorithm>

namespace gridlock::matrix::covering {

namespace {

// A row that may lack values (-1).
using Partial = std::vector<int>;

bool contains(const Row& row, const Partial& tuple) {
  for (std::size_t f = 0; f < row.size(); ++f)
    if (tuple[f] >= 0 && tuple[f] != row[f]) return false;
  return true;
}

bool broken(const Problem& problem, const Partial& row) {
  return std::any_of(problem.forbidden.begin(), problem.forbidden.end(), [&](const auto& all_of) {
    return std::all_of(all_of.begin(), all_of.end(),
                       [&](const Literal& l) { return row[l.factor] == l.value; });
  });
}

bool completable(const Problem& problem, Partial& row, std::size_t factor = 0) {
  if (broken(problem, row)) return false;
  while (factor < row.size() && row[factor] >= 0) ++factor;
  if (factor == row.size()) return true;
  bool found = false;
  for (int v = 0; v < problem.levels[factor] && !found; ++v) {
    row[factor] = v;
    found = completable(problem, row, factor + 1);
  }
  row[factor] = -1;
  return found;
}

std::string to_text(const Partial& tuple) {
  std::string text;
  for (std::size_t f = 0; f < tuple.size(); ++f)
    if (tuple[f] >= 0) text += " " + std::to_string(f) + "=" + std::to_string(tuple[f]);
  return text;
}

class Judge {
 public:
  Judge(const Problem& problem, const Array& array)
      : problem_(problem),
        array_(array),
        strength_(std::min<std::size_t>(problem.strength, problem.levels.size())) {}

  Verification judge() {
    check_rows();
    Partial tuple(problem_.levels.size(), -1);
    extend(tuple, 0, 0);
    expect(array_.feasible_tuples == result_.feasible, "feasible_tuples is wrong");
    expect(array_.infeasible_tuples == result_.infeasible, "infeasible_tuples is wrong");
    expect(array_.covered_tuples == covered_, "covered_tuples is wrong");
    expect(array_.lower_bound <= array_.rows.size(), "fewer rows than the lower bound");
    return result_;
  }

 private:
  void expect(bool condition, const std::string& fault) {
    if (!condition) result_.faults.push_back(fault);
  }

  void check_rows() {
    for (std::size_t r = 0; r < array_.rows.size(); ++r) {
      const Row& row = array_.rows[r];
      bool complete = row.size() == problem_.levels.size();
      for (std::size_t f = 0; complete && f < row.size(); ++f)
        complete = row[f] >= 0 && row[f] < problem_.levels[f];
      expect(complete, "row " + std::to_string(r) + " is not complete");
      expect(complete && !broken(problem_, row), "row " + std::to_string(r) + " is forbidden");
    }
    for (std::size_t r = 0; r < problem_.seed_rows.size(); ++r)
      expect(r < array_.rows.size() && array_.rows[r] == problem_.seed_rows[r],
             "seed row " + std::to_string(r) + " is missing");
  }

  // Checks every tuple of up to t applicable values that extends `tuple`.
  void extend(Partial& tuple, std::size_t size, std::size_t first) {
    if (size > 0) check_tuple(tuple, size);
    if (size == strength_) return;
    for (std::size_t f = first; f < tuple.size(); ++f) {
      for (int v = 0; v < problem_.levels[f]; ++v) {
        const bool ignored = !problem_.ignored.empty() && !problem_.ignored[f].empty() &&
                             problem_.ignored[f][v] != 0;
        if (ignored) continue;
        tuple[f] = v;
        extend(tuple, size + 1, f + 1);
      }
      tuple[f] = -1;
    }
  }

  void check_tuple(Partial& tuple, std::size_t size) {
    const bool covered = std::any_of(array_.rows.begin(), array_.rows.end(),
                                     [&](const Row& row) { return contains(row, tuple); });
    const bool feasible = completable(problem_, tuple);
    expect(covered || !feasible, "uncovered:" + to_text(tuple));
    if (size < strength_) return;
    (feasible ? result_.feasible : result_.infeasible) += 1;
    covered_ += covered ? 1 : 0;
  }

  const Problem& problem_;
  const Array& array_;
  std::size_t strength_;
  std::size_t covered_ = 0;
  Verification result_;
};

}  // namespace

Verification verify(const Problem& problem, const Array& array) {
  return Judge(problem, array).judge();
}

}  // namespace gridlock::matrix::covering
