// An axis: one dimension of configuration, as one row of matrix/axes.toml or of a case.toml
// declares it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/diagnostic.h"
#include "matrix/expression.h"
#include "matrix/value.h"

namespace gridlock::matrix {

// How a value is written in a cell's id. Every axis writes words that no other axis writes, so that
// each word of an id says which axis it belongs to.
struct IdStyle {
  std::string text = "{}";    // {} is the value; for a boolean, the word that stands for true
  bool joined = false;        // appended to the part before it with '-' instead of '.'
  bool omit_default = false;  // the default leaves no trace
  std::map<std::string, std::string> words;  // for single values: {"none", "uncompiled"}
};

struct Axis {
  std::string name;
  std::string doc;
  ValueType type = ValueType::kWord;
  std::vector<Value> values;  // in the order of their declaration; empty: any positive integer,
                              // or any float
  Value fallback;             // the value where a matrix does not list the axis
  std::optional<Expression> when;            // applies only to cells where this holds; none: to all
  std::map<std::string, std::string> needs;  // value → "gpu" or "gpus:N"
  std::map<std::string, int> costs;  // value → how many times as long a cell takes with it
  bool optional = false;             // cells of a matrix that does not list it have no such axis
  bool cost_is_value = false;        // of an int: as many times as the value says
  IdStyle id;
  FilePosition place;

  // How much longer a cell takes with this value; 1 where nothing is said.
  double cost(const Value& value) const;
  // What the id of a cell with this value says, "" where nothing.
  std::string id_word(const Value& value) const;
  // Position of `value` among the values, so that all files list them in one order.
  bool before(const Value& a, const Value& b) const;
};

// The value as one of this axis: an integer in a file is a float of an axis of floats.
Value typed(const Axis& axis, const Value& value);

// Throws InputError unless `value` is of the axis's type and one of its values.
void check_value(const Axis& axis, const Value& value, const FilePosition& place);

// How an expression sees the axis.
Term term(const Axis& axis);

}  // namespace gridlock::matrix
