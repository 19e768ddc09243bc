// Cells near failing ones; their results would help to find the cause.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "matrix/causes/table.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix::causes {

// Returns cells that the matrix allows and the machine can run, without those of `observations`.
// Each differs from a failing cell in one axis, or in about every third axis. Values that the
// matrix calls rare come only from failing cells. Deterministic. Throws InputError if the matrix
// has no cell.
std::vector<Cell> neighbors_of_failures(const Matrix& matrix, const Machine& machine,
                                        const std::vector<Observation>& observations);

}  // namespace gridlock::matrix::causes
