// The data that the search for causes reads. Cells are rows, and each condition is a column of bits
// that marks the rows for which the condition holds.
#pragma once

#include <cstdint>
#include <vector>

#include "matrix/causes/condition.h"

namespace gridlock::matrix::causes {

// A finished cell and its result.
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
  void assign_intersection(const Bits& a, const Bits& b);  // allocates nothing
  void intersect(const Bits& other);
  void subtract(const Bits& other);
  friend bool operator==(const Bits&, const Bits&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

struct Column {
  Condition condition;
  int axis = 0;   // number of the condition's axis
  Bits finished;  // the observations for which the condition holds
  Bits open;      // the open cells for which the condition holds
};

struct Table {
  // Makes the table. `open` are cells that have no result and could be trained. Axes are numbered
  // in the order that they have in the cells.
  Table(const std::vector<Observation>& observations, const std::vector<Cell>& open);

  std::vector<Column> columns;  // columns, ordered by axis
  Bits failed;                  // among the observations
  Bits passed;
  std::size_t finished_cells = 0;
  std::size_t open_cells = 0;
};

}  // namespace gridlock::matrix::causes
