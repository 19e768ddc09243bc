// The possible cells of a case, defined by the standard axes, the case's own axes, and the excluded
// combinations.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/axis.h"
#include "matrix/cell.h"
#include "matrix/plan.h"

namespace gridlock::matrix {

// Excludes the cells for which `forbid` holds, because they are infeasible or unwanted. The reason
// is shown to users.
struct Constraint {
  Expression forbid;
  std::string reason;
  FilePosition place;
};

struct Schema {
  std::string case_name;
  std::vector<Axis> axes;               // in catalogue order
  std::vector<Constraint> constraints;  // of the catalogue and the case; apply to every cell

  const Axis* find(std::string_view name) const;
  // Throws InputError that suggests the nearest name.
  const Axis& at(std::string_view name, const FilePosition& place) const;
};

// Returns the standard axes and constraints (matrix/axes.toml), without a case.
const Schema& catalogue();

// Returns the names that the `when` of the axis at index `count` may use: the axes before that
// index.
Vocabulary axes_above(const Schema& schema, std::size_t count);
// Returns the names that a constraint may use: every axis, and `gpus`, the machine's GPU count.
Vocabulary constraint_vocabulary(const Schema& schema);
// Returns the names that a selection of cells may use: all names of constraint_vocabulary(), `id`
// and `role`.
Vocabulary selection_vocabulary(const Schema& schema);

// Parses a selection: a cell's id, a pattern of ids ("dense/fp32*"), or an expression with the
// names of selection_vocabulary().
Expression parse_selection(const Schema& schema, std::string_view text,
                           const FilePosition& place = {});

// Returns the cell with the chosen values. An axis without a chosen value gets its default. Axes
// that do not apply are left out.
Cell make_cell(const Schema& schema, const Choice& choice);
Choice choice_of(const Cell& cell);

// Returns the cell with this id. Throws InputError for an id that no cell of the schema can have.
Cell parse_id(const Schema& schema, std::string_view id);

// Returns the value of the axis that `word` stands for in an id, or nullopt if there is no such
// value.
std::optional<Value> read_word(const Axis& axis, std::string_view word);

// Returns the lookup that expressions use to read the values of a cell.
Lookup lookup(const Cell& cell, const Machine& machine);

// Returns the first constraint that forbids the cell, or null.
const Constraint* violated(const std::vector<Constraint>& constraints, const Cell& cell,
                           const Machine& machine);

const char* name(CellRole role);

}  // namespace gridlock::matrix
