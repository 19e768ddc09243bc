// The cells that a matrix allows on one machine, in the form that covering arrays are made of: a
// factor per axis, a level per value, and conjunctions of levels that no cell may contain.
//
// An axis that does not apply to every cell has one more level, "absent", which the axis's `when`
// forces or forbids; so constraints are honored while cells are being made, never filtered after.
// Levels are in the order of the catalogue, so that the order of a file changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/covering/problem.h"
#include "matrix/matrix.h"

namespace gridlock::matrix {

struct Level {
  std::optional<Value> value;  // none: the axis does not apply
  bool wanted = true;          // listed in the file: tuples with it are to be covered
  std::string skip;            // why this machine cannot run it, or ""
  bool rare = false;
  double cost = 1;  // how many times as long a cell takes
};

struct Factor {
  std::string axis;
  std::vector<Level> levels;
  Value base;  // where a cell of this matrix does not say: the first value of the file, or the
               // default

  // The level with this value (null: absent), or -1.
  int level(const Value* value) const;
};

struct Rule {
  std::vector<covering::Literal> forbidden;
  int constraint = -1;  // that it comes from; -1: the `when` of an axis
};

// A level that is listed, yet in no feasible cell.
struct DeadValue {
  Cell cell;  // that has it
  std::string reason;
};

struct Space {
  Schema schema;
  std::vector<Factor> factors;          // one per axis of the schema, in its order
  std::vector<Constraint> constraints;  // of the schema, then of the file
  std::vector<Rule> rules;
  std::vector<DeadValue> dead;

  // The values of a row, or of a cell as a row (-1: a value that is not in the space).
  Cell cell(const covering::Row& row) const;
  covering::Row row(const Cell& cell) const;
};

// Throws InputError where no cell is feasible, with the smallest set of constraints that conflict.
Space make_space(const Matrix& matrix, const Machine& machine);

// What the file says of an axis on this machine, or null.
const AxisListing* listing_of(const Matrix& matrix, const std::string& axis,
                              const Machine& machine);

// "no GPU", "needs 4 GPUs, found 1", or "" where the machine has what is needed.
std::string unmet(const std::string& needs, const Machine& machine);

}  // namespace gridlock::matrix
