// Converts expressions to forbidden conjunctions. Tries every combination of levels of the axes
// that an expression names, and records the forbidden combinations.
#pragma once

#include "matrix/space.h"

namespace gridlock::matrix {

// Fills `space.rules` from the `when` of axes and of the file, and from `space.constraints`. Throws
// InputError for an expression whose axes have more than a million combinations of levels.
void add_rules(Space& space, const Matrix& matrix, const Machine& machine);

}  // namespace gridlock::matrix
