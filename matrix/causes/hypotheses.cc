#include "matrix/causes/hypotheses.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gridlock::matrix::causes {
namespace {

constexpr std::size_t kLongest = 4;
constexpr std::size_t kMostHypotheses = 2000;
const double kFlaky = std::log(100);    // log likelihood that a contradicting result costs
const double kMargin = std::log(1000);  // largest distance in score from the likeliest hypothesis

// Searches conjunctions depth first. Each condition is on a later axis than the previous condition.
// A conjunction explains at most the failures that its prefix explains, so the score of a prefix
// bounds the scores of all its extensions.
class ConjunctionSearch {
 public:
  ConjunctionSearch(const Table& table, const Bits& failures, const Bits& passes) : table_(table) {
    const double choices =
        std::log(static_cast<double>(std::max<std::size_t>(2, table.columns.size())));
    // The price of a conjunction is the logarithm of the number of conjunctions of its length.
    for (std::size_t length = 1; length <= kLongest; ++length) {
      const auto conditions = static_cast<double>(length);
      price_[length] = conditions * choices - std::lgamma(conditions + 1);
    }
    covered_[0] = failures;
    included_[0] = passes;
  }

  std::vector<Hypothesis> all() {
    extend(0, 0, 0);
    std::erase_if(found_, [&](const Hypothesis& it) { return it.score < best_ - kMargin; });
    std::ranges::stable_sort(found_, [](const Hypothesis& a, const Hypothesis& b) {
      return a.score != b.score ? a.score > b.score : a.columns.size() < b.columns.size();
    });
    if (found_.size() > kMostHypotheses) found_.resize(kMostHypotheses);
    return std::move(found_);
  }

 private:
  void extend(std::size_t first, std::size_t length, double penalties) {
    for (std::size_t i = first; i < table_.columns.size(); ++i) {
      const Column& column = table_.columns[i];
      covered_[length + 1].assign_intersection(covered_[length], column.finished);
      const std::size_t failures = covered_[length + 1].count();
      if (failures == 0) continue;
      const double now = penalties + penalty(column.condition);
      const double most = kFlaky * static_cast<double>(failures) - now;
      if (most - price_[length + 1] < best_ - kMargin) continue;
      included_[length + 1].assign_intersection(included_[length], column.finished);
      conjunction_.push_back(i);
      record(failures, most - price_[length + 1]);
      if (length + 1 < kLongest && most - price_[length + 2] >= best_ - kMargin) {
        extend(end_of_axis(i), length + 1, now);
      }
      conjunction_.pop_back();
    }
  }

  void record(std::size_t failures, double score) {
    const std::size_t passes = included_[conjunction_.size()].count();
    score -= kFlaky * static_cast<double>(passes);
    if (score < best_ - kMargin) return;
    best_ = std::max(best_, score);
    found_.push_back({conjunction_, failures, passes, score});
  }

  std::size_t end_of_axis(std::size_t i) const {
    const int axis = table_.columns[i].axis;
    while (i < table_.columns.size() && table_.columns[i].axis == axis) ++i;
    return i;
  }

  const Table& table_;
  std::array<double, kLongest + 2> price_{};
  std::array<Bits, kLongest + 1> covered_;
  std::array<Bits, kLongest + 1> included_;
  std::vector<std::size_t> conjunction_;
  std::vector<Hypothesis> found_;
  double best_ = -1e9;
};

}  // namespace

std::vector<Hypothesis> find_hypotheses(const Table& table, const Bits& failures,
                                        const Bits& passes) {
  return ConjunctionSearch(table, failures, passes).all();
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
