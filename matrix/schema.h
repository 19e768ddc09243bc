// The possible cells of a case: the standard axes, then the case's own, and the combinations that
// are excluded.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/axis.h"
#include "matrix/cell.h"
#include "matrix/plan.h"

namespace gridlock::matrix {

// Excludes the cells for which `forbid` holds, as infeasible or unwanted; users read the reason.
struct Constraint {
  Expression forbid;
  std::string reason;
  FilePosition place;
};

struct Schema {
  std::string case_name;
  std::vector<Axis> axes;               // in catalogue order
  std::vector<Constraint> constraints;  // of the catalogue and the case; they hold for every cell

  const Axis* find(std::string_view name) const;
  // Throws InputError that suggests the nearest name.
  const Axis& at(std::string_view name, const FilePosition& place) const;
};

// Returns the standard axes and constraints (matrix/axes.toml), without a case.
const Schema& catalogue();

// Returns the names that a `when` of axis number `count` may use: the axes above it.
Vocabulary axes_above(const Schema& schema, std::size_t count);
// Returns the names of a constraint: every axis, and `gpus`, the number of GPUs of the machine.
Vocabulary constraint_vocabulary(const Schema& schema);
// Returns the names of a selection of cells: those of a constraint, `id` and `role`.
Vocabulary selection_vocabulary(const Schema& schema);

// Parses a whole cell id or pattern ("dense/fp32*"), or an expression over axes, `gpus`, `id` and
// `role`.
Expression parse_selection(const Schema& schema, std::string_view text,
                           const FilePosition& place = {});

// Returns the cell with the chosen values: axes that do not apply are left out, others take their
// default.
Cell make_cell(const Schema& schema, const Choice& choice);
Choice choice_of(const Cell& cell);

// Returns the cell with this id. Throws InputError for an id that no cell of the schema can have.
Cell parse_id(const Schema& schema, std::string_view id);

// Returns the value of this axis that writes `word` in an id.
std::optional<Value> read_word(const Axis& axis, std::string_view word);

// Returns the lookup by which expressions read a cell.
Lookup lookup(const Cell& cell, const Machine& machine);

// Returns the first constraint that forbids the cell, or null.
const Constraint* violated(const std::vector<Constraint>& constraints, const Cell& cell,
                           const Machine& machine);

const char* name(CellRole role);

}  // namespace gridlock::matrix
