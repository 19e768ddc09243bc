// Relations between cells. A cell is compared with a reference that many cells share. The reference
// has the `set` values of all the cell's relations, and the base values of the axes that
// [reference] resets.
#pragma once

#include <vector>

#include "matrix/plan.h"
#include "matrix/space.h"

namespace gridlock::matrix {

// Adds to `plan` the references that the plan's cells need, and every cell's relations. A relation
// does not apply to a cell that already has the `set` values. If a partner is infeasible, the
// partner is listed in `plan.infeasible` and the relation is left out.
void add_references(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan);

// Returns whether the expression holds for this cell in this role on this machine.
bool selects(const Expression& select, const Cell& cell, CellRole role, const Machine& machine);

// Returns the cell with these changes. An axis that applies only after the changes gets its base
// value.
Cell changed(const Space& space, const Cell& cell, const Choice& changes);

// Returns why this machine cannot run the cell, or "".
std::string skip_reason(const Space& space, const Cell& cell, const Machine& machine);

}  // namespace gridlock::matrix
