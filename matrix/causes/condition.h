// One condition of a cause, on one axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"

namespace gridlock::matrix::causes {

enum class Comparison { kEqual, kNotEqual, kAbove, kBelow };

// Has the text and the meaning of an expression (matrix/expression.h): if the axis does not apply,
// only "!=" holds.
struct Condition {
  std::string axis;
  Comparison comparison = Comparison::kEqual;
  Value value;

  bool holds(const Value* other) const;
  bool holds(const Cell& cell) const { return holds(cell.find(axis)); }
  // Returns "cp > 1", "compile != none", "dynamic" or "!dynamic".
  std::string text() const;
};

// A conjunction holds if all of its conditions hold.
using Conjunction = std::vector<Condition>;

bool holds(const Conjunction& conjunction, const Cell& cell);

// Returns an expression for --select: "cp > 1 & !load_balance".
std::string text_of(const Conjunction& conjunction);

// Returns the conditions that distinguish these values of an axis, the plainest of each meaning.
// `values` are those that occur, each once; nothing stands for cells to which the axis does not
// apply.
std::vector<Condition> conditions_of(const std::string& axis,
                                     const std::vector<std::optional<Value>>& values);

// Returns how much less likely the condition is than "axis = value" as a part of a cause, all else
// being equal, as the logarithm of the ratio.
double penalty(const Condition& condition);

}  // namespace gridlock::matrix::causes
