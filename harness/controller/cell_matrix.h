// The text of cell.toml in the evidence folder of a failed cell: a matrix that trains the cell
// again, so that it fails again.
#pragma once

#include <string>
#include <vector>

#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

struct TrainingOptions;

// Returns the options of `gridlock run` that decide how a cell is trained and that no matrix file
// can state, such as " --tier cold"; "" if all have their defaults.
std::string cell_options(const TrainingOptions& options);

// Returns the matrix. It also has the smaller cells that a compile blowup was judged by, and the
// neighbor if the cell differs only from that one. `finished` are the records of the run, and
// `options` are those of cell_options().
std::string cell_matrix(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                        const verdict::CellRecord& record,
                        const std::vector<verdict::CellRecord>& finished,
                        const std::string& options);

}  // namespace gridlock::controller
