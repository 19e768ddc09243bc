// What a matrix leaves out of all that its axes can be: for the reader of "every pair is covered".
#pragma once

#include <string>

#include "matrix/space.h"

namespace gridlock::matrix {

// "217 of 689 pairs: cp 16, 32; hash_seed per_rank; dynamic × inductor, layers 2", or "" where
// nothing is left out. Counted over all values that the axes of the schema declare (of an axis
// without any, over those that the file lists), with no constraint but those of the schema. Named
// are values that the file does not list, then pairs of listed ones that its constraints forbid.
std::string left_out(const Matrix& matrix, const Space& space, const Machine& machine);

}  // namespace gridlock::matrix
