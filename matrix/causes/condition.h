// One condition of a cause, on one axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"

namespace gridlock::matrix::causes {

enum class Comparison { kEqual, kNotEqual, kAbove, kBelow };

// A condition with the text and the meaning of an expression (matrix/expression.h). If the axis
// does not apply to a cell, the condition holds only if its comparison is "!=".
struct Condition {
  std::string axis;
  Comparison comparison = Comparison::kEqual;
  Value value;

  bool holds(const Value* other) const;
  bool holds(const Cell& cell) const { return holds(cell.find(axis)); }
  // Returns text such as "cp > 1", "compile != none", "dynamic" or "!dynamic".
  std::string text() const;
};

// A conjunction holds if all of its conditions hold.
using Conjunction = std::vector<Condition>;

bool holds(const Conjunction& conjunction, const Cell& cell);

// Returns an expression for --select, such as "cp > 1 & !load_balance".
std::string text_of(const Conjunction& conjunction);

// Returns the conditions that distinguish these values of an axis. Of several conditions with the
// same meaning, returns the simplest. `values` contains each value that occurs once, and nullopt if
// the axis does not apply to some cells.
std::vector<Condition> conditions_of(const std::string& axis,
                                     const std::vector<std::optional<Value>>& values);

// Returns the penalty of a condition: the logarithm of how much less likely the condition is to be
// part of a cause than the condition "axis = value".
double penalty(const Condition& condition);

}  // namespace gridlock::matrix::causes
