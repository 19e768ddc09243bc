#include "matrix/covering/coverage.h"

#include <algorithm>

namespace gridlock::matrix::covering {

namespace {

constexpr std::uint32_t kNotRequired = 1U << 30;

// Calls visit(block) once for each block that contains one of the factors `changed`. A block that
// also contains an earlier factor of `changed` was already visited, so it is skipped.
template <typename Visit>
void for_each_block_with(const Tuples& tuples, const std::vector<int>& changed, Visit visit) {
  for (std::size_t i = 0; i < changed.size(); ++i)
    for (std::uint32_t number : tuples.blocks_with(changed[i])) {
      const Block& block = tuples.blocks()[number];
      const auto factors = block.factors.begin();
      const bool seen =
          i > 0 && std::any_of(changed.begin(), changed.begin() + i, [&](int factor) {
            return std::find(factors, factors + block.size, factor) != factors + block.size;
          });
      if (!seen) visit(block);
    }
}

}  // namespace

Coverage::Coverage(const Goal& goal)
    : goal_(&goal), times_(goal.required.size()), position_(goal.required.size()) {
  for (std::uint32_t tuple = 0; tuple < times_.size(); ++tuple) {
    times_[tuple] = goal.required[tuple] ? 1 : kNotRequired;
    if (goal.required[tuple]) decrement(tuple);
  }
}

void Coverage::increment(std::uint32_t tuple) {
  if (times_[tuple]++ != 0) return;
  position_[uncovered_.back()] = position_[tuple];
  uncovered_[position_[tuple]] = uncovered_.back();
  uncovered_.pop_back();
}

void Coverage::decrement(std::uint32_t tuple) {
  if (--times_[tuple] != 0) return;
  position_[tuple] = static_cast<std::uint32_t>(uncovered_.size());
  uncovered_.push_back(tuple);
}

void Coverage::add(const Row& row) {
  for (const Block& block : goal_->tuples.blocks()) increment(block.tuple_of(row));
}

void Coverage::remove(const Row& row) {
  for (const Block& block : goal_->tuples.blocks()) decrement(block.tuple_of(row));
}

void Coverage::replace(const Row& row, const Row& to, const std::vector<int>& changed) {
  for_each_block_with(goal_->tuples, changed, [&](const Block& block) {
    decrement(block.tuple_of(row));
    increment(block.tuple_of(to));
  });
}

int Coverage::loss(const Row& row, const Row& to, const std::vector<int>& changed) const {
  int loss = 0;
  for_each_block_with(goal_->tuples, changed, [&](const Block& block) {
    loss += static_cast<int>(times_[block.tuple_of(row)] == 1);
    loss -= static_cast<int>(times_[block.tuple_of(to)] == 0);
  });
  return loss;
}

std::size_t Coverage::gain(const Row& row) const {
  std::size_t gain = 0;
  for (const Block& block : goal_->tuples.blocks()) gain += times_[block.tuple_of(row)] == 0;
  return gain;
}

std::size_t Coverage::unique(const Row& row) const {
  std::size_t unique = 0;
  for (const Block& block : goal_->tuples.blocks()) unique += times_[block.tuple_of(row)] == 1;
  return unique;
}

}  // namespace gridlock::matrix::covering
