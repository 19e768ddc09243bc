#include "matrix/causes/cover.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace gridlock::matrix::causes {
namespace {

constexpr int kRounds = 3;
constexpr double kTie = 1e-6;         // scores that differ less are equal
constexpr std::size_t kSeeds = 16;    // failures from which the search for a pair starts
constexpr std::size_t kPerSeed = 20;  // hypotheses for each of them
constexpr std::size_t kGroups = 6;    // groups of similar failures from which a search starts

class CoverSearch {
 public:
  explicit CoverSearch(const Table& table) : table_(table) {}

  // Begins with these causes.
  Cover find(const std::vector<Hypothesis>& first) {
    for (const Hypothesis& hypothesis : first) take({hypothesis});
    while (add()) {
    }
    for (int round = 0; round < kRounds && revise(); ++round) {
    }
    return {causes_, left(table_.failed, causes_.size())};
  }

  // Returns the score of the causes together.
  double score() const {
    Bits failures = table_.failed, passes = table_.passed;
    double score = 0;
    for (const CoveringCause& cause : causes_) {
      score += score_of(table_, cause.hypotheses.front(), failures, passes);
      failures.subtract(cause.finished);
      passes.subtract(cause.finished);
    }
    return score;
  }

 private:
  Bits left(const Bits& rows, std::size_t except) const { return left_by(causes_, rows, except); }

  // Returns hypotheses for the failures that no cause explains if the cause at index `except` is
  // ignored. Of equally likely ones, the first holds for the fewest failures that have a cause.
  std::vector<Hypothesis> hypotheses(std::size_t except) const {
    const Bits failures = left(table_.failed, except);
    if (failures.count() == 0) return {};
    auto found = find_hypotheses(table_, failures, left(table_.passed, except));
    if (found.empty()) return found;
    const auto end = std::ranges::find_if(
        found, [&](const Hypothesis& it) { return it.score < found.front().score - kTie; });
    const auto first = std::ranges::min_element(found.begin(), end, {}, [&](const Hypothesis& it) {
      return both(table_.failed, finished_with(table_, it)).count() - it.failures;
    });
    std::rotate(found.begin(), first, std::next(first));
    return found;
  }

  bool add() { return take(hypotheses(causes_.size())); }

  bool take(std::vector<Hypothesis> found) {
    if (found.empty() || found.front().score <= 0) return false;
    const Bits finished = finished_with(table_, found.front());
    causes_.push_back({std::move(found), finished});
    return true;
  }

  // Searches each cause again with the others fixed. Keeps changes that improve the score.
  bool revise() {
    bool changed = false;
    for (std::size_t i = 0; i < causes_.size();) {
      const std::size_t causes = causes_.size();
      changed |= revise(i);
      if (causes_.size() == causes) ++i;
    }
    while (add()) changed = true;
    return changed;
  }

  bool revise(std::size_t i) {
    auto found = hypotheses(i);
    if (found.empty() || found.front().score <= 0) {
      causes_.erase(causes_.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    const double before = score();
    CoveringCause known = std::move(causes_[i]);
    const bool is_same = finished_with(table_, found.front()) == known.finished;
    causes_[i] = {found, finished_with(table_, found.front())};
    if (is_same || score() > before) return !is_same;
    const Hypothesis front = counted(known, i);
    std::erase_if(found, [&](const Hypothesis& it) { return it.columns == front.columns; });
    found.insert(found.begin(), front);
    causes_[i] = {std::move(found), std::move(known.finished)};
    return false;
  }

  // Returns the hypothesis of the cause at index `i` with its counts beside the other causes.
  Hypothesis counted(const CoveringCause& cause, std::size_t i) const {
    const Bits failures = left(table_.failed, i), passes = left(table_.passed, i);
    Hypothesis hypothesis = cause.hypotheses.front();
    hypothesis.failures = failures.count_with(cause.finished);
    hypothesis.passes = passes.count_with(cause.finished);
    hypothesis.score = score_of(table_, hypothesis, failures, passes);
    return hypothesis;
  }

  const Table& table_;
  std::vector<CoveringCause> causes_;
};

// Returns up to kSeeds of the failures, evenly spread.
std::vector<std::size_t> some_failures(const Table& table) {
  std::vector<std::size_t> failures;
  for (std::size_t i = 0; i < table.finished_cells; ++i) {
    if (table.failed.test(i)) failures.push_back(i);
  }
  std::vector<std::size_t> some;
  const std::size_t count = std::min(kSeeds, failures.size());
  for (std::size_t i = 0; i < count; ++i) some.push_back(failures[i * failures.size() / count]);
  return some;
}

// Returns the likeliest hypotheses that hold for each of some failures.
std::vector<Hypothesis> likely_for_each_failure(const Table& table) {
  std::vector<Hypothesis> pool;
  for (const std::size_t failure : some_failures(table)) {
    auto found = find_hypotheses_of(table, table.failed, table.passed, failure);
    if (found.size() > kPerSeed) found.resize(kPerSeed);
    pool.insert(pool.end(), found.begin(), found.end());
  }
  std::ranges::sort(pool, {}, &Hypothesis::columns);
  const auto same = std::ranges::unique(pool, {}, &Hypothesis::columns);
  pool.erase(same.begin(), same.end());
  return pool;
}

// Returns the two hypotheses that explain the failures best together. A greedy search finds a cause
// that mixes two where each of the two explains few of the failures. Returns nothing if one
// hypothesis is better than any two.
std::vector<Hypothesis> best_pair(const Table& table) {
  const std::vector<Hypothesis> pool = likely_for_each_failure(table);
  std::vector<Hypothesis> best;
  double score = 0;
  for (const Hypothesis& hypothesis : pool)
    score = std::max(score, score_of(table, hypothesis, table.failed, table.passed));
  for (const Hypothesis& first : pool) {
    Bits failures = table.failed, passes = table.passed;
    const double alone = score_of(table, first, failures, passes);
    const Bits finished = finished_with(table, first);
    failures.subtract(finished);
    passes.subtract(finished);
    if (alone + most_of(table, failures) <= score) continue;
    for (const Hypothesis& second : pool) {
      const double together = alone + score_of(table, second, failures, passes);
      if (together <= score) continue;
      score = together;
      best = {first, second};
    }
  }
  return best;
}

// Returns the largest groups of failures of one kind.
std::vector<Bits> largest_groups(const Table& table) {
  std::vector<Bits> groups = table.kinds.groups();
  for (Bits& group : groups) group.intersect(table.failed);
  std::erase_if(groups, [](const Bits& group) { return group.count() < 2; });
  std::ranges::stable_sort(groups, std::ranges::greater{}, &Bits::count);
  if (groups.size() > kGroups) groups.resize(kGroups);
  return groups;
}

// The likeliest of several covers.
class BestCover {
 public:
  explicit BestCover(const Table& table) : table_(table) { search_from({}); }

  // Considers the cover that begins with these causes, unless the best one has them.
  void consider(const std::vector<Hypothesis>& first) {
    if (!std::ranges::all_of(first, [&](const auto& it) { return has(it); })) search_from(first);
  }

  Cover take() { return std::move(best_); }

 private:
  void search_from(const std::vector<Hypothesis>& first) {
    CoverSearch search(table_);
    Cover cover = search.find(first);
    if (search.score() <= score_) return;
    score_ = search.score();
    best_ = std::move(cover);
  }

  bool has(const Hypothesis& hypothesis) const {
    return std::ranges::any_of(best_.causes, [&](const CoveringCause& cause) {
      return cause.hypotheses.front().columns == hypothesis.columns;
    });
  }

  const Table& table_;
  Cover best_;
  double score_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

Bits left_by(const std::vector<CoveringCause>& causes, Bits rows, std::size_t except) {
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (i != except) rows.subtract(causes[i].finished);
  }
  return rows;
}

Cover find_cover(const Table& table) {
  BestCover best(table);
  best.consider(best_pair(table));
  const std::vector<Bits> groups = largest_groups(table);
  if (groups.size() > 1) {
    for (const Bits& group : groups) {
      const auto found = find_hypotheses(table, group, table.passed);
      if (!found.empty()) best.consider({found.front()});
    }
  }
  return best.take();
}

}  // namespace gridlock::matrix::causes
