// Writes a matrix file that trains one cell of a plan again, in the way in which the plan trains
// and judges the cell.
#pragma once

#include <string>
#include <vector>

#include "matrix/plan.h"

namespace gridlock::matrix {

struct CellFileOptions {
  // Id of a neighbor (RelationTo::neighbor) that the cell is compared with, in place of its shared
  // reference; "" = none.
  std::string neighbor = {};
  std::vector<std::string> added = {};  // ids of further cells of the plan to train
};

// Returns the text of the file. It has the recipe, compile limits and relations of the cell, which
// select the cell by its id, and the claims that compare the cell with another cell of the file. It
// has no [[xfail]] and no [[quarantine]]. load() reads the file, and the cells keep their ids.
std::string cell_file(const Plan& plan, const PlannedCell& planned,
                      const CellFileOptions& options = {});

}  // namespace gridlock::matrix
