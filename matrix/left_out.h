// Reports what a matrix leaves out of all combinations of its axes, to qualify "every pair is
// covered".
#pragma once

#include <string>

#include "matrix/space.h"

namespace gridlock::matrix {

// Returns "217 of 689 pairs: cp 16, 32; hash_seed per_rank; dynamic × inductor, layers 2", or "" if
// nothing is left out. The total counts all values that the axes of the schema declare (for an axis
// without any, those that the file lists), with no constraint but those of the schema. The text
// names the values that the file does not list, then the pairs of listed values that its
// constraints forbid.
std::string left_out(const Matrix& matrix, const Space& space, const Machine& machine);

}  // namespace gridlock::matrix
