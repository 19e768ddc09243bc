// Relations between cells. Few cells judge many: the numbers of a cell are compared with those of
// one shared reference, which has the `set` of all its relations at once and the base values of the
// axes under [reference].
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

// Adds to `plan` the references that its cells need, in front of them, and every cell's relations.
// A relation whose `set` the cell already has is void. A partner that cannot be is listed in
// `plan.infeasible`, and the relation left out.
void add_references(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan);

// Does the expression hold for this cell in this role on this machine?
bool selects(const Expression& select, const Cell& cell, CellRole role, const Machine& machine);

// The cell with further values; axes that come to apply have their base value.
Cell changed(const Space& space, const Cell& cell, const Choice& changes);

// Why this machine cannot run the cell, or "".
std::string skip_reason(const Space& space, const Cell& cell, const Machine& machine);

}  // namespace gridlock::matrix
