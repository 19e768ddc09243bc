// Relations between cells. Few cells serve as references of many: the numbers of a cell are
// compared with those of one shared reference, which has the `set` of all its relations at once and
// the base values of the axes under [reference].
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

// Adds to `plan` the references that its cells need, and every cell's relations. A relation whose
// `set` the cell already has is void. An infeasible partner is listed in `plan.infeasible`, and the
// relation is left out.
void add_references(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan);

// Returns whether the expression holds for this cell in this role on this machine.
bool selects(const Expression& select, const Cell& cell, CellRole role, const Machine& machine);

// Returns the cell with these changes; axes that begin to apply have their base value.
Cell changed(const Space& space, const Cell& cell, const Choice& changes);

// Returns why this machine cannot run the cell, or "".
std::string skip_reason(const Space& space, const Cell& cell, const Machine& machine);

}  // namespace gridlock::matrix
