// An axis: one dimension of configuration, declared by a row of matrix/axes.toml or of a case.toml.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/diagnostic.h"
#include "matrix/expression.h"
#include "matrix/value.h"

namespace gridlock::matrix {

// How a value is written in a cell's id. No two axes use the same word, so each word of an id
// identifies its axis.
struct IdStyle {
  std::string text = "{}";    // {} stands for the value; for a boolean, the word for true
  bool joined = false;        // appended to the preceding part with '-' instead of '.'
  bool omit_default = false;  // ids omit the axis if it has its default
  std::map<std::string, std::string> words;  // replace values in {}: {"none", "uncompiled"}
};

struct Axis {
  std::string name;
  std::string doc;
  ValueType type = ValueType::kWord;
  std::vector<Value> values;  // in the order of declaration; empty if the axis accepts any positive
                              // integer or any float
  Value fallback;             // the value if a matrix does not list the axis
  std::optional<Expression> when;            // cells to which the axis applies; none: all cells
  std::map<std::string, std::string> needs;  // value → "gpu" or "gpus:N"
  std::map<std::string, int> costs;          // value → relative time of a cell with the value
  bool optional = false;                     // cells have the axis only if the matrix lists it
  bool cost_is_value = false;                // for an integer axis: the cost equals the value
  IdStyle id;
  FilePosition place;

  // Returns the relative time of a cell with this value; 1 if no cost is given.
  double cost(const Value& value) const;
  // Returns the word for this value in a cell's id, or "" if there is none.
  std::string id_word(const Value& value) const;
  // Returns whether `a` comes before `b` in `values`. Values that are not in `values` come last, in
  // ascending order.
  bool before(const Value& a, const Value& b) const;
};

// Converts a value to the axis's type: an integer in a file becomes a float on an axis of floats.
Value typed(const Axis& axis, const Value& value);

// Throws InputError unless `value` has the axis's type and is one of the axis's values.
void check_value(const Axis& axis, const Value& value, const FilePosition& place);

// Returns the axis as a term that expressions can name.
Term term(const Axis& axis);

}  // namespace gridlock::matrix
