// The t-tuples of a problem, numbered from 0 without gaps.
//
// A block is a set of factors together with all tuples of these factors' values. A tuple's index is
// the block's offset plus the tuple's values read as digits, so a row contains exactly one tuple of
// each block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

inline constexpr int kMaxStrength = 6;

struct Block {
  std::uint32_t offset = 0;                 // number of the tuple whose values are all 0
  std::uint32_t count = 1;                  // number of tuples
  int size = 0;                             // number of factors
  std::array<int, kMaxStrength> factors{};  // ascending
  std::array<std::uint32_t, kMaxStrength> strides{};

  std::uint32_t tuple_of(const Row& row) const {
    std::uint32_t number = offset;
    for (int i = 0; i < size; ++i) number += strides[i] * row[factors[i]];
    return number;
  }
};

class Tuples {
 public:
  // Makes a block for every set of `strength` factors, in lexicographic order. Throws
  // std::length_error if there are more than 3e7 tuples.
  Tuples(const std::vector<int>& levels, int strength);

  std::size_t size() const { return size_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const Block& block_of(std::uint32_t tuple) const;
  const std::vector<std::uint32_t>& blocks_with(int factor) const { return with_[factor]; }

  // Returns the values of a tuple, in ascending order of factors.
  std::vector<Literal> literals(std::uint32_t tuple) const;

  // Appends every block of `other`. The appended tuples get the indices from the old size() on.
  void append(const Tuples& other);

 private:
  void add(const std::vector<int>& factors, const std::vector<int>& levels);

  std::vector<Block> blocks_;
  std::vector<std::vector<std::uint32_t>> with_;  // by factor: indices of the factor's blocks
  std::size_t size_ = 0;
};

}  // namespace gridlock::matrix::covering
