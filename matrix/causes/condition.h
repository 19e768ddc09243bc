// One condition of a cause: what it says of one axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"

namespace gridlock::matrix::causes {

enum class Comparison { kEqual, kNotEqual, kAbove, kBelow };

// Reads like an expression (matrix/expression.h) and means the same: where the axis does not apply,
// only "!=" holds.
struct Condition {
  std::string axis;
  Comparison comparison = Comparison::kEqual;
  Value value;

  bool holds(const Value* other) const;
  bool holds(const Cell& cell) const { return holds(cell.find(axis)); }
  // "cp > 1", "compile != none", "dynamic", "!dynamic".
  std::string text() const;
};

// All of them hold.
using Conjunction = std::vector<Condition>;

bool holds(const Conjunction& conjunction, const Cell& cell);

// What --select takes: "cp > 1 & !load_balance".
std::string text_of(const Conjunction& conjunction);

// Those that tell these values of an axis apart, the plainest of each meaning. `values`: those that
// occur, each once; nothing where the axis does not apply.
std::vector<Condition> conditions_of(const std::string& axis,
                                     const std::vector<std::optional<Value>>& values);

// How much less likely than "axis = value" it is as a part of a cause, all else being equal: as
// the logarithm of the ratio.
double penalty(const Condition& condition);

}  // namespace gridlock::matrix::causes
