// Finds cells that are similar to failing cells. Their results help to find the cause.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "matrix/causes/table.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix::causes {

// Returns cells that the matrix allows, that the machine can run and that are not among
// `observations`. Each returned cell differs from a failing cell in one axis, or in about a third
// of the axes. A returned cell has a value that the matrix calls rare only if the failing cell has
// that value. Deterministic. Throws InputError if the matrix has no feasible cell.
std::vector<Cell> neighbors_of_failures(const Matrix& matrix, const Machine& machine,
                                        const std::vector<Observation>& observations);

}  // namespace gridlock::matrix::causes
