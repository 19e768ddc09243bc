// The cells that a matrix allows on one machine, in the form that covering arrays need: one factor
// per axis, one level per value, and conjunctions of levels that no cell may contain.
//
// An axis that does not apply to every cell has an additional level, "absent", which the axis's
// `when` forces or forbids. Therefore constraints are respected while cells are generated, and no
// cell is filtered out afterwards. Levels are in catalogue order, so the order of a file has no
// effect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/covering/problem.h"
#include "matrix/matrix.h"

namespace gridlock::matrix {

struct Level {
  std::optional<Value> value;  // none: the axis does not apply
  bool wanted = true;          // listed in the file, so tuples with the level must be covered
  std::string skip;            // why this machine cannot run the level, or ""
  bool rare = false;
  double cost = 1;  // relative time of a cell with the level
};

struct Factor {
  std::string axis;
  std::vector<Level> levels;
  Value base;  // the value for cells that state none: the first value in the file, or the axis's
               // default

  // Returns the level with this value (null: absent), or -1.
  int level(const Value* value) const;
};

struct Rule {
  std::vector<covering::Literal> forbidden;
  int constraint = -1;  // index of the constraint that the rule implements; -1: a `when` of an axis
};

struct Space {
  Schema schema;
  std::vector<Factor> factors;          // one per axis of the schema, in its order
  std::vector<Constraint> constraints;  // of the schema, then of the file
  std::vector<Rule> rules;
  std::vector<InfeasibleCell> infeasible;  // a cell for each listed level that no feasible cell has

  // Convert rows and cells: cell() converts a row to a cell, and row() converts a cell to a row,
  // with -1 for values outside the space.
  Cell cell(const covering::Row& row) const;
  covering::Row row(const Cell& cell) const;
};

// Throws InputError if no cell is feasible, with the smallest set of conflicting constraints.
Space make_space(const Matrix& matrix, const Machine& machine);

// Returns the file's listing of an axis for this machine, or null.
const AxisListing* listing_of(const Matrix& matrix, const std::string& axis,
                              const Machine& machine);

// Returns "no GPU", "needs 4 GPUs, found 1", or "" if the machine meets the needs.
std::string unmet(const std::string& needs, const Machine& machine);

}  // namespace gridlock::matrix
