#include "matrix/covering/local_search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gridlock::matrix::covering {

namespace {

constexpr int kLongestTabu = 10;  // longest time in steps that a changed value stays fixed

}  // namespace

LocalSearch::LocalSearch(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
                         std::size_t fixed, Random& random)
    : feasibility_(feasibility),
      coverage_(coverage),
      rows_(rows),
      fixed_(fixed),
      random_(random),
      tabu_until_(rows.size() * feasibility.factors(), 0) {}

bool LocalSearch::run(std::size_t budget) {
  best_ = coverage_.uncovered().size();
  if (rows_.size() == fixed_) return coverage_.complete();
  while (!coverage_.complete() && work_ < budget) {
    step();
    best_ = std::min(best_, coverage_.uncovered().size());
  }
  return coverage_.complete();
}

int LocalSearch::distance(const Row& row) const {
  return static_cast<int>(std::count_if(
      target_.begin(), target_.end(), [&](const Literal& l) { return row[l.factor] != l.value; }));
}

void LocalSearch::step() {
  ++now_;
  const auto& uncovered = coverage_.uncovered();
  target_ = coverage_.goal().tuples.literals(uncovered[random_.below(uncovered.size())]);
  int nearest = std::numeric_limits<int>::max();
  for (std::size_t r = fixed_; r < rows_.size(); ++r)
    nearest = std::min(nearest, distance(rows_[r]));

  Move best;
  Move move;
  int ties = 0;
  bool best_tabu = true;
  for (std::size_t r = fixed_; r < rows_.size(); ++r) {
    if (distance(rows_[r]) > nearest || !propose(r, move)) continue;
    const bool tabu = is_tabu(move);
    if (ties > 0 && tabu && !best_tabu) continue;
    const bool better = ties == 0 || (best_tabu && !tabu) || move.loss < best.loss;
    if (!better && move.loss > best.loss) continue;
    ties = better ? 1 : ties + 1;
    if (random_.below(ties) != 0) continue;
    std::swap(best, move);
    best_tabu = tabu;
  }
  if (ties > 0) apply(best);
}

// Proposes a change that gives the row the target's values. Returns false if no valid row contains
// these values.
bool LocalSearch::propose(std::size_t row, Move& move) {
  const Row& from = rows_[row];
  move.row = row;
  move.to = from;
  for (const Literal& l : target_) move.to[l.factor] = l.value;
  if (feasibility_.constrained() && !feasibility_.valid(move.to) && !repair(from, move.to))
    return false;
  move.changed.clear();
  for (int f = 0; f < static_cast<int>(from.size()); ++f)
    if (from[f] != move.to[f]) move.changed.push_back(f);
  for (int f : move.changed) work_ += coverage_.goal().tuples.blocks_with(f).size();
  move.loss = coverage_.loss(from, move.to, move.changed);
  return true;
}

// Sets `row` to a valid row that contains the target's values, as close to `near` as the search
// finds.
bool LocalSearch::repair(const Row& near, Row& row) {
  work_ += 10 * near.size();
  const std::size_t before = feasibility_.mark();
  bool possible = std::all_of(target_.begin(), target_.end(), [&](const Literal& l) {
    return feasibility_.assign(l.factor, l.value);
  });
  std::vector<int> order(near.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  random_.shuffle(order);
  for (std::size_t i = 0; possible && i < order.size(); ++i) {
    const int factor = order[i];
    const std::size_t without = feasibility_.mark();
    if (!feasibility_.allowed(factor, near[factor])) continue;
    if (!feasibility_.assign(factor, near[factor])) feasibility_.undo(without);
  }
  row.assign(near.size(), kFree);
  possible = possible && feasibility_.complete(row, random_);
  feasibility_.undo(before);
  return possible;
}

// Returns whether the move is forbidden. A move that changes a recently changed value is forbidden,
// unless it leaves fewer tuples uncovered than ever before.
bool LocalSearch::is_tabu(const Move& move) const {
  const auto after = static_cast<std::ptrdiff_t>(coverage_.uncovered().size()) + move.loss;
  if (after < static_cast<std::ptrdiff_t>(best_)) return false;
  const std::size_t first = move.row * feasibility_.factors();
  return std::any_of(target_.begin(), target_.end(), [&](const Literal& l) {
    return rows_[move.row][l.factor] != l.value && tabu_until_[first + l.factor] > now_;
  });
}

void LocalSearch::apply(const Move& move) {
  Row& row = rows_[move.row];
  coverage_.replace(row, move.to, move.changed);
  for (int f : move.changed)
    tabu_until_[move.row * feasibility_.factors() + f] = now_ + 1 + random_.below(kLongestTabu);
  row = move.to;
}

}  // namespace gridlock::matrix::covering
