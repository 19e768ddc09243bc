// Cells near failing ones, which could be trained to find out what they fail from.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "matrix/causes/table.h"
#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::matrix::causes {

// Cells that the matrix allows and the machine can run, none of `observations`: each differs from a
// failing one in one axis, or in about every third. Values that the matrix calls rare come only
// from failing cells. The same for equal arguments. Throws InputError where the matrix has no cell.
std::vector<Cell> neighbors_of_failures(const Matrix& matrix, const Machine& machine,
                                        const std::vector<Observation>& observations);

}  // namespace gridlock::matrix::causes
