#include "matrix/covering/tuples.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gridlock::matrix::covering {

namespace {

constexpr std::size_t kMaxTuples = 30'000'000;

// Advances to the next ascending selection of indices below n, in lexicographic order; returns
// false after the last.
bool next_selection(std::vector<int>& selection, int n) {
  const int size = static_cast<int>(selection.size());
  int i = size - 1;
  while (i >= 0 && selection[i] == n - size + i) --i;
  if (i < 0) return false;
  std::iota(selection.begin() + i, selection.end(), selection[i] + 1);
  return true;
}

}  // namespace

Tuples::Tuples(const std::vector<int>& levels, int strength) : with_(levels.size()) {
  std::vector<int> factors(strength);
  std::iota(factors.begin(), factors.end(), 0);
  do {
    add(factors, levels);
  } while (next_selection(factors, static_cast<int>(levels.size())));
}

void Tuples::add(const std::vector<int>& factors, const std::vector<int>& levels) {
  Block block;
  block.offset = static_cast<std::uint32_t>(size_);
  block.size = static_cast<int>(factors.size());
  std::size_t count = 1;
  for (int i = block.size - 1; i >= 0; --i) {
    block.factors[i] = factors[i];
    block.strides[i] = static_cast<std::uint32_t>(count);
    count *= static_cast<std::size_t>(levels[factors[i]]);
    if (size_ + count > kMaxTuples)
      throw std::length_error(
          "more than 30,000,000 combinations to cover; set a lower strength, or list fewer values");
  }
  block.count = static_cast<std::uint32_t>(count);
  for (int factor : factors) with_[factor].push_back(static_cast<std::uint32_t>(blocks_.size()));
  blocks_.push_back(block);
  size_ += count;
}

const Block& Tuples::block_of(std::uint32_t tuple) const {
  auto after = std::upper_bound(blocks_.begin(), blocks_.end(), tuple,
                                [](std::uint32_t t, const Block& b) { return t < b.offset; });
  return *(after - 1);
}

std::vector<Literal> Tuples::literals(std::uint32_t tuple) const {
  const Block& block = block_of(tuple);
  std::uint32_t rest = tuple - block.offset;
  std::vector<Literal> literals(block.size);
  for (int i = 0; i < block.size; ++i) {
    literals[i] = {block.factors[i], static_cast<int>(rest / block.strides[i])};
    rest %= block.strides[i];
  }
  return literals;
}

void Tuples::append(const Tuples& other) {
  if (size_ + other.size_ > kMaxTuples)
    throw std::length_error(
        "more than 30,000,000 combinations to cover; set a lower strength, or list fewer values");
  for (Block block : other.blocks_) {
    block.offset += static_cast<std::uint32_t>(size_);
    for (int i = 0; i < block.size; ++i)
      with_[block.factors[i]].push_back(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.push_back(block);
  }
  size_ += other.size_;
}

}  // namespace gridlock::matrix::covering
