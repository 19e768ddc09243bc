#include "matrix/covering/greedy.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gridlock::matrix::covering {

namespace {

// The budget of tuples to examine for one row. It determines the number of candidates, within the
// bounds below.
constexpr std::size_t kWorkPerRow = 100'000;
constexpr std::size_t kMinCandidates = 2;
constexpr std::size_t kMaxCandidates = 30;

// Grows one row. The state of the feasibility contains the values chosen so far. `witness_` is
// always a valid row that contains all chosen values. Therefore no choice leads to a dead end.
class Candidate {
 public:
  Candidate(Feasibility& feasibility, const Coverage& coverage, Random& random)
      : feasibility_(feasibility), coverage_(coverage), random_(random) {}

  Row grow() {
    const std::size_t before = feasibility_.mark();
    const auto& uncovered = coverage_.uncovered();
    for (const Literal& l :
         coverage_.goal().tuples.literals(uncovered[random_.below(uncovered.size())]))
      feasibility_.assign(l.factor, l.value);
    witness_.assign(feasibility_.factors(), kFree);
    feasibility_.complete(witness_, random_);
    std::vector<int> order(feasibility_.factors());
    std::iota(order.begin(), order.end(), 0);
    random_.shuffle(order);
    for (int factor : order) choose(factor);
    feasibility_.undo(before);
    return witness_;
  }

 private:
  void choose(int factor) {
    if (feasibility_.assigned(factor)) return;
    count_gains(factor);
    while (!feasibility_.assigned(factor)) {
      const int value = best_allowed(factor);
      if (!take(factor, value)) feasibility_.remove(factor, value);
    }
  }

  // Counts, for each value of the factor, the uncovered tuples that the value completes together
  // with the values chosen so far.
  void count_gains(int factor) {
    gains_.assign(feasibility_.levels(factor), 0);
    const Tuples& tuples = coverage_.goal().tuples;
    for (std::uint32_t number : tuples.blocks_with(factor)) {
      const Block& block = tuples.blocks()[number];
      std::uint32_t tuple = block.offset;
      std::uint32_t stride = 0;
      bool known = true;
      for (int i = 0; i < block.size && known; ++i) {
        const int other = block.factors[i];
        if (other == factor)
          stride = block.strides[i];
        else if ((known = feasibility_.assigned(other)))
          tuple += block.strides[i] * feasibility_.value(other);
      }
      for (std::size_t v = 0; known && v < gains_.size(); ++v, tuple += stride)
        gains_[v] += coverage_.is_uncovered(tuple);
    }
  }

  // Returns the allowed value with the largest gain; breaks ties at random.
  int best_allowed(int factor) {
    int best = kFree;
    int ties = 0;
    for (int v = 0; v < static_cast<int>(gains_.size()); ++v) {
      if (!feasibility_.allowed(factor, v) || (best != kFree && gains_[v] < gains_[best])) continue;
      ties = best != kFree && gains_[v] == gains_[best] ? ties + 1 : 1;
      if (random_.below(ties) == 0) best = v;
    }
    return best;
  }

  bool take(int factor, int value) {
    const std::size_t before = feasibility_.mark();
    const bool witnessed = witness_[factor] == value;
    if (feasibility_.assign(factor, value) &&
        (witnessed || feasibility_.complete(witness_, random_)))
      return true;
    feasibility_.undo(before);
    return false;
  }

  Feasibility& feasibility_;
  const Coverage& coverage_;
  Random& random_;
  Row witness_;
  std::vector<int> gains_;
};

std::size_t candidates_per_row(const Tuples& tuples) {
  return std::clamp(kWorkPerRow / tuples.size(), kMinCandidates, kMaxCandidates);
}

}  // namespace

void add_greedy_rows(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
                     Random& random) {
  const std::size_t candidates = candidates_per_row(coverage.goal().tuples);
  while (!coverage.complete()) {
    Row best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < candidates; ++i) {
      Row row = Candidate(feasibility, coverage, random).grow();
      const std::size_t gain = coverage.gain(row);
      if (gain <= most) continue;
      most = gain;
      best = std::move(row);
    }
    if (rows.size() == kMaxRows)
      throw std::length_error(
          "the coverage needs more than 1,000,000 cells; set a lower strength, or list fewer "
          "values");
    coverage.add(best);
    rows.push_back(std::move(best));
  }
}

}  // namespace gridlock::matrix::covering
