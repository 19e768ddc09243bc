// The data that the search reads: cells as rows and, for each condition, the rows for which it
// holds, as bits.
#pragma once

#include <cstdint>
#include <vector>

#include "matrix/causes/condition.h"

namespace gridlock::matrix::causes {

// A finished cell.
struct Observation {
  Cell cell;
  bool failed = false;
};

class Bits {
 public:
  explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}

  void set(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  bool test(std::size_t bit) const { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
  std::size_t count() const;
  std::size_t count_with(const Bits& other) const;         // number of bits set in both
  void assign_intersection(const Bits& a, const Bits& b);  // without allocating
  void intersect(const Bits& other);
  void subtract(const Bits& other);
  friend bool operator==(const Bits&, const Bits&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

struct Column {
  Condition condition;
  int axis = 0;
  Bits finished;  // the observations for which it holds
  Bits open;      // the open cells for which it holds
};

struct Table {
  // `open` are cells without a result that could be trained. Axes are in the order in which cells
  // have them.
  Table(const std::vector<Observation>& observations, const std::vector<Cell>& open);

  std::vector<Column> columns;  // by axis
  Bits failed;                  // among the observations
  Bits passed;
  std::size_t finished_cells = 0;
  std::size_t open_cells = 0;
};

}  // namespace gridlock::matrix::causes
