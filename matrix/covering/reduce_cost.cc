#include "matrix/covering/reduce_cost.h"

#include <algorithm>

#include "matrix/covering/coverage.h"

namespace gridlock::matrix::covering {

namespace {

constexpr double kFirstSlack = 0.05;  // accepted relative increase in cost; falls to 0
constexpr double kPenalty = 2;  // penalty per uncovered tuple, as a multiple of the mean row cost
constexpr std::size_t kMoreRows = 4;  // one cheap row is added for this many rows

class CostReducer {
 public:
  CostReducer(const Problem& problem, const Goal& goal, Feasibility& feasibility,
              std::vector<Row>& rows, std::size_t fixed, Random& random)
      : problem_(problem),
        feasibility_(feasibility),
        random_(random),
        fixed_(fixed),
        coverage_(goal),
        rows_(rows),
        best_(rows) {
    for (const Row& row : rows) {
      coverage_.add(row);
      cost_ += cost_of(problem, row);
    }
    least_ = cost_;
    penalty_ = kPenalty * cost_ / static_cast<double>(rows.size());
  }

  // Returns the cheapest complete array that the search found.
  std::vector<Row> run(std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
      const double left = 1 - static_cast<double>(step) / static_cast<double>(steps);
      change(least_ * (1 + kFirstSlack * left));
      if (!coverage_.complete() || cost_ >= least_) continue;
      least_ = cost_;
      best_ = rows_;
    }
    return best_;
  }

 private:
  void change(double limit) {
    const auto count = rows_.size() - fixed_;
    const std::size_t a = fixed_ + random_.below(count);
    const std::size_t b = random_.below(2) == 0 ? a : fixed_ + random_.below(count);
    Row to_a = rows_[a], to_b = rows_[b];
    const bool possible = a == b ? change_value(to_a) : swap_values(to_a, to_b);
    if (!possible) return;
    const Row from_a = rows_[a], from_b = rows_[b];
    const double before = cost_;
    replace_row(a, to_a);
    if (a != b) replace_row(b, to_b);
    const double penalized = cost_ + penalty_ * static_cast<double>(coverage_.uncovered().size());
    if (penalized <= limit) return;
    if (a != b) replace_row(b, from_b);
    replace_row(a, from_a);
    cost_ = before;
  }

  void replace_row(std::size_t at, const Row& row) {
    coverage_.remove(rows_[at]);
    cost_ += cost_of(problem_, row) - cost_of(problem_, rows_[at]);
    rows_[at] = row;
    coverage_.add(row);
  }

  bool change_value(Row& row) {
    const int factor = random_.below(row.size());
    const int value = random_.below(problem_.levels[factor]);
    return value != row[factor] && set_values({{factor, value}}, row);
  }

  bool swap_values(Row& a, Row& b) {
    std::vector<Literal> for_a, for_b;
    for (int factor = 0; factor < static_cast<int>(a.size()); ++factor) {
      if (a[factor] == b[factor] || random_.below(4) > 0) continue;
      for_a.push_back({factor, b[factor]});
      for_b.push_back({factor, a[factor]});
    }
    return !for_a.empty() && set_values(for_a, a) && set_values(for_b, b);
  }

  // Makes `row` the nearest valid row that has these values; returns false if there is none.
  bool set_values(const std::vector<Literal>& values, Row& row) {
    const std::size_t before = feasibility_.mark();
    const bool assigned = std::all_of(values.begin(), values.end(), [&](const Literal& literal) {
      return feasibility_.assigned(literal.factor)
                 ? feasibility_.value(literal.factor) == literal.value
                 : feasibility_.allowed(literal.factor, literal.value) &&
                       feasibility_.assign(literal.factor, literal.value);
    });
    const bool completed = assigned && feasibility_.complete(row, random_);
    feasibility_.undo(before);
    return completed;
  }

  const Problem& problem_;
  Feasibility& feasibility_;
  Random& random_;
  std::size_t fixed_;
  Coverage coverage_;
  std::vector<Row>& rows_;
  std::vector<Row> best_;
  double cost_ = 0;
  double least_ = 0;
  double penalty_ = 0;
};

// Adds copies of the cheapest row. Expensive rows can become cheaper when the copies take over some
// of their tuples.
void add_cheap_rows(const Problem& problem, std::vector<Row>& rows) {
  const Row cheapest = *std::min_element(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return cost_of(problem, a) < cost_of(problem, b);
  });
  rows.insert(rows.end(), rows.size() / kMoreRows, cheapest);
}

void remove_redundant_rows(const Goal& goal, std::vector<Row>& rows, std::size_t fixed) {
  Coverage coverage(goal);
  for (const Row& row : rows) coverage.add(row);
  for (std::size_t r = rows.size(); r-- > fixed;) {
    if (coverage.unique(rows[r]) > 0) continue;
    coverage.remove(rows[r]);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(r));
  }
}

}  // namespace

double cost_of(const Problem& problem, const Row& row) {
  double cost = 1;
  for (std::size_t f = 0; f < row.size(); ++f) {
    if (!problem.costs[f].empty()) cost *= problem.costs[f][row[f]];
  }
  return cost;
}

void reduce_cost(const Problem& problem, const Goal& goal, Feasibility& feasibility,
                 std::vector<Row>& rows, std::size_t fixed, std::size_t steps, Random& random) {
  if (rows.size() <= fixed) return;
  add_cheap_rows(problem, rows);
  rows = CostReducer(problem, goal, feasibility, rows, fixed, random).run(steps);
  remove_redundant_rows(goal, rows, fixed);
}

}  // namespace gridlock::matrix::covering
