// Reports which combinations of its axes a matrix leaves out, to qualify the statement "every pair
// is covered".
#pragma once

#include <string>

#include "matrix/space.h"

namespace gridlock::matrix {

// Returns text such as "217 of 689 pairs: cp 16, 32; hash_seed per_rank; dynamic × inductor, layers
// 2", or "" if nothing is left out. The total (689) counts the pairs that the schema's constraints
// allow, over all values that the schema's axes declare. For an axis that declares no values, the
// total uses the values that the file lists. The text names the values that the file does not list,
// then the pairs of listed values that the file's constraints forbid.
std::string left_out(const Matrix& matrix, const Space& space, const Machine& machine);

}  // namespace gridlock::matrix
