// Trains further cells until the results distinguish the possible causes of a run's failures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/training/causes_source.h"
#include "harness/workspace/load_matrix.h"

namespace gridlock::training {

struct InformativeCell {
  std::string cell;
  std::string verdict;
  bool again = false;  // the cell had a result already
};

// Called after each cell. `number` is the number of cells trained so far.
using OnTrained = std::function<void(const InformativeCell& cell, std::size_t number)>;

// Trains the cell whose result tells most (matrix/causes/causes.h), again and again, until the
// results distinguish all possible causes or `most_cells` cells are trained. Appends the records to
// `source`. Throws workspace::Interrupted and the exceptions of run::run().
std::vector<InformativeCell> train_informative_cells(const workspace::MatrixArguments& arguments,
                                                     CausesSource& source, int most_cells,
                                                     const OnTrained& on_trained);

}  // namespace gridlock::training
