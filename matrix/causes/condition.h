// One condition of a cause, on one axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"

namespace gridlock::matrix::causes {

enum class Comparison { kEqual, kNotEqual, kAbove, kBelow };

// A comparison of an axis with a value. It holds for the same cells as the expression text()
// (matrix/expression.h). If the axis does not apply to a cell, only the comparison "!=" holds.
struct Condition {
  std::string axis;
  Comparison comparison = Comparison::kEqual;
  Value value;

  bool holds(const Value* other) const;
  bool holds(const Cell& cell) const { return holds(cell.find(axis)); }
  // Returns whether the condition names the only value of its axis for which it holds. A condition
  // such as "!dynamic" also holds for cells without the axis.
  bool names_one_value() const;
  // Returns text such as "cp > 1", "compile != none", "dynamic" or "!dynamic".
  std::string text() const;
};

// A conjunction holds if all of its conditions hold.
using Conjunction = std::vector<Condition>;

bool holds(const Conjunction& conjunction, const Cell& cell);

// Returns an expression for --select, such as "cp > 1 & !load_balance".
std::string text_of(const Conjunction& conjunction);

// Returns the conditions that hold for some but not all of these values of an axis. If several
// conditions hold for the same values, returns only the simplest. `values` contains each value
// once, and nullopt if the axis does not apply to some cells.
std::vector<Condition> conditions_of(const std::string& axis,
                                     const std::vector<std::optional<Value>>& values);

// Returns log(p / q). q is the probability that this condition is part of a cause, and p is the
// probability for a condition "axis = value".
double penalty(const Condition& condition);

}  // namespace gridlock::matrix::causes
