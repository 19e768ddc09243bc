// Counts how often the rows of an array cover each required tuple, and lists the uncovered ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix/covering/goal.h"
#include "matrix/covering/problem.h"

namespace gridlock::matrix::covering {

class Coverage {
 public:
  explicit Coverage(const Goal& goal);

  void add(const Row& row);
  void remove(const Row& row);

  // Replaces `row` by `to`. The two rows differ only in the factors `changed`.
  void replace(const Row& row, const Row& to, const std::vector<int>& changed);

  // Returns by how much replace() with these arguments would increase the number of uncovered
  // required tuples. A negative result is an improvement.
  int loss(const Row& row, const Row& to, const std::vector<int>& changed) const;

  // Returns the number of tuples that `row` would be the first to cover.
  std::size_t gain(const Row& row) const;

  // Returns the number of tuples that only this row of the array covers.
  std::size_t unique(const Row& row) const;

  bool complete() const { return uncovered_.empty(); }
  const std::vector<std::uint32_t>& uncovered() const { return uncovered_; }
  bool is_uncovered(std::uint32_t tuple) const { return times_[tuple] == 0; }

  const Goal& goal() const { return *goal_; }

 private:
  void increment(std::uint32_t tuple);
  void decrement(std::uint32_t tuple);

  const Goal* goal_;
  std::vector<std::uint32_t> times_;      // by tuple: number of rows with it; huge if not required
  std::vector<std::uint32_t> uncovered_;  // in no particular order
  std::vector<std::uint32_t> position_;   // per uncovered tuple: its index in uncovered_
};

}  // namespace gridlock::matrix::covering
