#include "matrix/covering/feasibility.h"

#include <algorithm>

namespace gridlock::matrix::covering {

namespace {

bool less(const Literal& a, const Literal& b) {
  return a.factor != b.factor ? a.factor < b.factor : a.value < b.value;
}

bool same(const Literal& a, const Literal& b) {
  return a.factor == b.factor && a.value == b.value;
}

// Returns the conjunction sorted and without repetition.
std::vector<Literal> normalized(std::vector<Literal> conjunction) {
  std::sort(conjunction.begin(), conjunction.end(), less);
  conjunction.erase(std::unique(conjunction.begin(), conjunction.end(), same), conjunction.end());
  return conjunction;
}

// Returns whether the conjunction has two values of one factor, so that no row can contain it.
bool impossible(const std::vector<Literal>& normalized) {
  return std::adjacent_find(normalized.begin(), normalized.end(), [](auto& a, auto& b) {
           return a.factor == b.factor;
         }) != normalized.end();
}

}  // namespace

Feasibility::Feasibility(const Problem& problem)
    : levels_(problem.levels), left_(problem.levels), value_(problem.levels.size(), kFree) {
  std::size_t literals = 0;
  for (int levels : levels_) {
    first_.push_back(literals);
    literals += static_cast<std::size_t>(levels);
  }
  with_.resize(literals);
  removed_.resize(literals, 0);
  for (const auto& given : problem.forbidden) {
    auto conjunction = normalized(given);
    if (conjunction.empty()) satisfiable_ = false;
    if (conjunction.empty() || impossible(conjunction)) continue;
    for (const Literal& l : conjunction)
      with_[first_[l.factor] + l.value].push_back(conjunctions_.size());
    conjunctions_.push_back(std::move(conjunction));
  }
  true_literals_.resize(conjunctions_.size(), 0);
  for (int factor = 0; factor < static_cast<int>(levels_.size()); ++factor)
    if (levels_[factor] == 1) queue_.push_back(factor);
  for (const auto& conjunction : conjunctions_)
    if (satisfiable_ && conjunction.size() == 1)
      satisfiable_ = remove(conjunction[0].factor, conjunction[0].value);
  satisfiable_ = satisfiable_ && propagate();
}

bool Feasibility::matches(const Row& row, std::size_t conjunction) const {
  const auto& literals = conjunctions_[conjunction];
  return std::all_of(literals.begin(), literals.end(),
                     [&](const Literal& l) { return row[l.factor] == l.value; });
}

bool Feasibility::valid(const Row& row) const {
  if (!satisfiable_) return false;
  for (std::size_t c = 0; c < conjunctions_.size(); ++c)
    if (matches(row, c)) return false;
  return true;
}

bool Feasibility::valid_with(const Row& row, int factor, int value) const {
  for (std::size_t c : with_[first_[factor] + value]) {
    const auto& literals = conjunctions_[c];
    if (std::all_of(literals.begin(), literals.end(), [&](const Literal& l) {
          return l.factor == factor || row[l.factor] == l.value;
        }))
      return false;
  }
  return true;
}

bool Feasibility::assign(int factor, int value) {
  if (!satisfiable_ || !allowed(factor, value)) return false;
  if (assigned(factor)) return true;
  for (int other = 0; other < levels_[factor]; ++other) {
    if (other == value || !allowed(factor, other)) continue;
    removed_[first_[factor] + other] = 1;
    --left_[factor];
    trail_.push_back({factor, other, false});
  }
  queue_.push_back(factor);
  return propagate();
}

bool Feasibility::remove(int factor, int value) {
  if (!satisfiable_) return false;
  if (!allowed(factor, value)) return true;
  if (left_[factor] == 1) return false;
  removed_[first_[factor] + value] = 1;
  trail_.push_back({factor, value, false});
  if (--left_[factor] == 1) queue_.push_back(factor);
  return propagate();
}

bool Feasibility::propagate() {
  bool consistent = true;
  while (!queue_.empty()) {
    const int factor = queue_.back();
    queue_.pop_back();
    if (!consistent || assigned(factor)) continue;
    int value = 0;
    while (!allowed(factor, value)) ++value;
    value_[factor] = value;
    trail_.push_back({factor, value, true});
    for (std::size_t c : with_[first_[factor] + value]) {
      ++true_literals_[c];
      consistent = consistent && forbid_last_literal(c);
    }
  }
  return consistent;
}

// Returns false if all literals of the conjunction are true.
bool Feasibility::forbid_last_literal(std::size_t conjunction) {
  const auto& literals = conjunctions_[conjunction];
  const int left = static_cast<int>(literals.size()) - true_literals_[conjunction];
  if (left == 0) return false;
  if (left > 1) return true;
  for (const Literal& l : literals) {
    if (value_[l.factor] == l.value || !allowed(l.factor, l.value)) continue;
    if (left_[l.factor] == 1) return false;
    removed_[first_[l.factor] + l.value] = 1;
    trail_.push_back({l.factor, l.value, false});
    if (--left_[l.factor] == 1) queue_.push_back(l.factor);
  }
  return true;
}

void Feasibility::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    const Change change = trail_.back();
    trail_.pop_back();
    const std::size_t literal = first_[change.factor] + change.value;
    if (change.assignment) {
      value_[change.factor] = kFree;
      for (std::size_t c : with_[literal]) --true_literals_[c];
    } else {
      removed_[literal] = 0;
      ++left_[change.factor];
    }
  }
}

int Feasibility::most_constrained() const {
  int best = -1;
  for (int factor = 0; factor < static_cast<int>(levels_.size()); ++factor)
    if (!assigned(factor) && (best < 0 || left_[factor] < left_[best])) best = factor;
  return best;
}

bool Feasibility::complete(Row& row, Random& random) {
  if (!satisfiable_) return false;
  const std::size_t before = mark();
  const bool found = search(row, random);
  if (found) row = value_;
  undo(before);
  return found;
}

// Searches depth first. After a success, the state is the row that the search found.
bool Feasibility::search(const Row& preferred, Random& random) {
  const int factor = most_constrained();
  if (factor < 0) return true;
  const int levels = levels_[factor];
  const int first = preferred[factor] != kFree ? preferred[factor] : random.below(levels);
  for (int i = 0; i < levels; ++i) {
    const int value = (first + i) % levels;
    if (!allowed(factor, value)) continue;
    const std::size_t before = mark();
    if (assign(factor, value) && search(preferred, random)) return true;
    undo(before);
  }
  return false;
}

}  // namespace gridlock::matrix::covering
