#include "matrix/causes/hypotheses.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace gridlock::matrix::causes {
namespace {

constexpr std::size_t kLongest = 6;
constexpr std::size_t kPromising = 100;  // conjunctions of each length that are extended
constexpr std::size_t kMostHypotheses = 2000;
// The log likelihoods that a failure without a cause, and a pass in spite of one, cost.
const double kChance = std::log(100);
const double kContradiction = std::log(100);
// Contradictions that a cell counts as, beyond the first, if it has passed more than once.
constexpr double kAgain = 2;
// A cause that lets half of the runs pass: what a failure gains and a pass costs, and the prior.
const double kHalfFailure = std::log(50);
const double kHalfPass = std::log(2);
const double kHalfPrior = std::log(10);
const double kMargin = std::log(1000);  // largest distance in score from the likeliest hypothesis

// Returns whether a conjunction may have both conditions. Two conditions on one axis must be two
// bounds or two values that are excluded.
bool may_stand_together(const Column& first, const Column& second) {
  if (first.axis != second.axis) return true;
  const Comparison a = first.condition.comparison, b = second.condition.comparison;
  if (a == Comparison::kNotEqual) return b == Comparison::kNotEqual;
  return (a == Comparison::kAbove && b == Comparison::kBelow) ||
         (a == Comparison::kBelow && b == Comparison::kAbove);
}

double choices(const Table& table) {
  return std::log(static_cast<double>(std::max<std::size_t>(2, table.columns.size())));
}

// The price of a conjunction is the logarithm of the number of conjunctions of its length.
double price(double log_choices, std::size_t length) {
  const auto conditions = static_cast<double>(length);
  return conditions * log_choices - std::lgamma(conditions + 1);
}

bool is_intermittent(const Table& table, const std::vector<std::size_t>& columns) {
  Bits cells = table.intermittent;
  for (const std::size_t column : columns) cells.intersect(table.columns[column].finished);
  return cells.count() > 0;
}

// Returns the score of a conjunction that holds for these of the failures and passes.
double score_with(const Table& table, const std::vector<std::size_t>& columns, const Bits& failures,
                  const Bits& passes, double cost) {
  const auto failed = static_cast<double>(failures.count());
  const auto passed = static_cast<double>(passes.count());
  const auto again = static_cast<double>(passes.count_with(table.passed_again));
  double score = kChance * failed - kContradiction * (passed + kAgain * again);
  if (passed > 0 && is_intermittent(table, columns))
    score = std::max(score, kHalfFailure * failed - kHalfPass * (passed + again) - kHalfPrior);
  return score + table.kinds.gain(failures) - cost;
}

// A conjunction that the search extends.
struct Candidate {
  std::vector<std::size_t> columns;  // ascending
  Bits covered;                      // failures for which it holds
  Bits included;                     // passes for which it holds
  std::size_t passes = 0;
  double penalties = 0;
  double promise = 0;
};

// Extends conjunctions by one condition after the other. Tries all pairs of conditions, and then
// extends only the most promising conjunctions. A conjunction explains at most the failures that a
// shorter one explains, so the failures of the shorter one bound the scores of all its extensions.
// A condition that excludes no pass is superfluous in every extension.
class ConjunctionSearch {
 public:
  // Searches the conjunctions of these columns.
  ConjunctionSearch(const Table& table, std::vector<std::size_t> columns, const Bits& failures,
                    const Bits& passes)
      : table_(table),
        columns_(std::move(columns)),
        most_per_failure_(kChance + table.kinds.most_per_failure()),
        choices_(choices(table)),
        passes_(passes),
        failed_(static_cast<double>(failures.count())),
        passed_(static_cast<double>(passes.count())),
        has_intermittent_(table.intermittent.count() > 0) {
    candidates_.push_back({{}, failures, passes, passes.count()});
  }

  std::vector<Hypothesis> all() {
    for (std::size_t length = 1; length <= kLongest && !candidates_.empty(); ++length) {
      std::vector<Candidate> longer;
      seen_.clear();
      for (const Candidate& candidate : candidates_) extend(candidate, longer);
      if (length > 1) keep_promising(longer);
      candidates_ = std::move(longer);
    }
    std::erase_if(found_, [&](const Hypothesis& it) { return it.score < best_ - kMargin; });
    std::ranges::stable_sort(found_, [](const Hypothesis& a, const Hypothesis& b) {
      return a.score != b.score ? a.score > b.score : a.columns.size() < b.columns.size();
    });
    if (found_.size() > kMostHypotheses) found_.resize(kMostHypotheses);
    return std::move(found_);
  }

 private:
  void extend(const Candidate& candidate, std::vector<Candidate>& longer) {
    if (!candidate.columns.empty() && candidate.passes == 0) return;
    const bool is_single = candidate.columns.size() == 1;
    for (const std::size_t column : columns_) {
      if (is_single && column < candidate.columns.front()) continue;  // the other order was tried
      const bool fits = std::ranges::all_of(candidate.columns, [&](std::size_t other) {
        return other != column && may_stand_together(table_.columns[other], table_.columns[column]);
      });
      if (fits) add(candidate, column, longer);
    }
  }

  void add(const Candidate& candidate, std::size_t column, std::vector<Candidate>& longer) {
    const Column& added = table_.columns[column];
    const std::size_t failures = candidate.covered.count_with(added.finished);
    const std::size_t length = candidate.columns.size() + 1;
    const double penalties = candidate.penalties + penalty(added.condition);
    const double cost = penalties + price(choices_, length);
    const double most = most_per_failure_ * static_cast<double>(failures);
    if (failures == 0 || most - cost < best_ - kMargin) return;
    const std::size_t passes = candidate.included.count_with(added.finished);
    if (length > 1 && passes == candidate.passes) return;
    std::vector<std::size_t> columns = candidate.columns;
    columns.insert(std::ranges::lower_bound(columns, column), column);
    if (length > 2 && !seen_.insert(columns).second) return;
    Candidate made{std::move(columns), both(candidate.covered, added.finished),
                   both(candidate.included, added.finished), passes, penalties};
    made.promise = promise(static_cast<double>(failures), static_cast<double>(passes));
    record(made, failures, cost);
    longer.push_back(std::move(made));
  }

  // How much a conjunction improves on the share of failures among all cells, times its failures
  // (the gain of FOIL, Quinlan 1990). Unlike the score it does not prefer conjunctions that hold
  // for few cells.
  double promise(double failures, double passes) const {
    return failures * std::log(failures / (failures + passes) * (failed_ + passed_) / failed_);
  }

  static void keep_promising(std::vector<Candidate>& candidates) {
    if (candidates.size() <= kPromising) return;
    std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::promise);
    candidates.resize(kPromising);
  }

  void record(const Candidate& candidate, std::size_t failures, double cost) {
    const double most = most_per_failure_ * static_cast<double>(failures) - cost;
    const double contradictions = kContradiction * static_cast<double>(candidate.passes);
    if (!has_intermittent_ && most - contradictions < best_ - kMargin) return;
    const double score =
        score_with(table_, candidate.columns, candidate.covered, candidate.included, cost);
    if (score < best_ - kMargin || has_superfluous(candidate)) return;
    best_ = std::max(best_, score);
    found_.push_back({candidate.columns, failures, candidate.passes, score});
  }

  // Returns whether the conjunction holds for no more passes without one of its conditions.
  bool has_superfluous(const Candidate& candidate) const {
    if (candidate.columns.size() == 1) return false;
    return std::ranges::any_of(candidate.columns, [&](std::size_t left_out) {
      Bits passes = passes_;
      for (const std::size_t column : candidate.columns)
        if (column != left_out) passes.intersect(table_.columns[column].finished);
      return passes.count() == candidate.passes;
    });
  }

  const Table& table_;
  const std::vector<std::size_t> columns_;
  const double most_per_failure_, choices_;
  const Bits passes_;
  const double failed_, passed_;
  const bool has_intermittent_;
  std::vector<Candidate> candidates_;
  std::set<std::vector<std::size_t>> seen_;
  std::vector<Hypothesis> found_;
  double best_ = -1e9;
};

}  // namespace

std::vector<Hypothesis> find_hypotheses(const Table& table, const Bits& failures,
                                        const Bits& passes) {
  std::vector<std::size_t> all(table.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return ConjunctionSearch(table, std::move(all), failures, passes).all();
}

std::vector<Hypothesis> find_hypotheses_of(const Table& table, const Bits& failures,
                                           const Bits& passes, std::size_t observation) {
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].finished.test(observation)) holding.push_back(i);
  }
  return ConjunctionSearch(table, std::move(holding), failures, passes).all();
}

std::vector<Hypothesis> narrowed(const Table& table, const Hypothesis& hypothesis,
                                 const Bits& failures, const Bits& passes) {
  Bits relevant = failures;
  relevant.add(passes);
  relevant.intersect(finished_with(table, hypothesis));
  std::vector<Hypothesis> narrower;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_named = std::ranges::any_of(hypothesis.columns, [&](std::size_t named) {
      return table.columns[named].axis == table.columns[i].axis;
    });
    const bool excludes = both(relevant, table.columns[i].finished) != relevant;
    if (is_named || excludes) continue;
    Hypothesis more = hypothesis;
    more.columns.push_back(i);
    more.score = score_of(table, more, failures, passes);
    narrower.push_back(std::move(more));
  }
  return narrower;
}

double most_of(const Table& table, const Bits& failures) {
  return (kChance + table.kinds.most_per_failure()) * static_cast<double>(failures.count());
}

double score_of(const Table& table, const Hypothesis& hypothesis, Bits failures, Bits passes) {
  const Bits finished = finished_with(table, hypothesis);
  failures.intersect(finished);
  passes.intersect(finished);
  double cost = price(choices(table), hypothesis.columns.size());
  for (const std::size_t column : hypothesis.columns)
    cost += penalty(table.columns[column].condition);
  return score_with(table, hypothesis.columns, failures, passes, cost);
}

Conjunction conjunction_of(const Table& table, const Hypothesis& hypothesis) {
  Conjunction conjunction;
  for (const std::size_t column : hypothesis.columns) {
    conjunction.push_back(table.columns[column].condition);
  }
  return conjunction;
}

Bits finished_with(const Table& table, const Hypothesis& hypothesis) {
  Bits bits = table.columns[hypothesis.columns.front()].finished;
  for (const std::size_t column : hypothesis.columns)
    bits.intersect(table.columns[column].finished);
  return bits;
}

Bits open_with(const Table& table, const Hypothesis& hypothesis) {
  Bits bits = table.columns[hypothesis.columns.front()].open;
  for (const std::size_t column : hypothesis.columns) bits.intersect(table.columns[column].open);
  return bits;
}

}  // namespace gridlock::matrix::causes
