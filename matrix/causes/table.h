// The data that the search for causes reads. Cells are rows, and each condition is a column of bits
// that marks the rows for which the condition holds.
#pragma once

#include <vector>

#include "matrix/causes/bits.h"
#include "matrix/causes/condition.h"
#include "matrix/causes/kinds.h"
#include "matrix/causes/observation.h"

namespace gridlock::matrix::causes {

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
  // Observations that failed, or passed, in most of their runs.
  Bits failed;
  Bits passed;
  Bits passed_again;  // observations with more than one pass and no failure
  Bits intermittent;  // observations that passed and failed, the latter more than once
  Kinds kinds;
  std::size_t finished_cells = 0;

 private:
  void add(std::size_t row, const Observation& observation);
};

}  // namespace gridlock::matrix::causes
