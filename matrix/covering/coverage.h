// How often the rows of an array cover each required tuple, and which ones are still to be covered.
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

  // `row` becomes `to`, which differs from it in the factors `changed` alone.
  void replace(const Row& row, const Row& to, const std::vector<int>& changed);

  // How many more tuples would be uncovered after that replacement; negative is better. No tuple
  // is lost or won by a replacement where nothing is required.
  int loss(const Row& row, const Row& to, const std::vector<int>& changed) const;

  // Tuples that `row` would be the first to cover.
  std::size_t gain(const Row& row) const;

  // Tuples that only this row of the array covers.
  std::size_t unique(const Row& row) const;

  bool complete() const { return uncovered_.empty(); }
  const std::vector<std::uint32_t>& uncovered() const { return uncovered_; }
  bool is_uncovered(std::uint32_t tuple) const { return times_[tuple] == 0; }

  const Goal& goal() const { return *goal_; }

 private:
  void increment(std::uint32_t tuple);
  void decrement(std::uint32_t tuple);

  const Goal* goal_;
  std::vector<std::uint32_t> times_;      // tuples that are not required start far above 0
  std::vector<std::uint32_t> uncovered_;  // in no particular order
  std::vector<std::uint32_t> position_;   // in uncovered_, of the tuples that are there
};

}  // namespace gridlock::matrix::covering
