// The language of all conditions, such as `when` of an axis, constraints, and --select.
//
//   cp=4 & compile!=none | !(world_size>8)
//   backend in {eager, aot_eager}        world_size % cp != 0        dynamic & id~*ring*
//
// `= == != < <= > >=` compare; `in {a, b}` is membership; `& && and`, `| || or`, `! not` and
// parentheses combine (not binds before and, and before or). `+ - * / %` work on integers; division
// rounds toward zero. A float is compared with a number such as 0.1 or 1. A boolean axis is a
// condition by itself. A word may be in quotes. `id~` matches a cell's id against a pattern with *
// and ?.
//
// The name `torch` is compared with versions: `torch >= 2.12 & torch < '2.14.1'`.
//
// If an axis does not apply to a cell, every comparison with the axis is false, except `!=`, which
// is true. For example, `backend != inductor` holds for a cell that is not compiled. A comparison
// that divides by zero behaves like a comparison with an axis that does not apply.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/diagnostic.h"
#include "matrix/value.h"

namespace gridlock::matrix {

enum class ValueType { kBool, kInt, kWord, kFloat };  // in the order of Value's types

// A name that an expression may use.
struct Term {
  std::string name;
  ValueType type = ValueType::kWord;
  std::vector<std::string> words;  // allowed words, if the name's values are words; empty = any
  bool version = false;            // the values are version_number() of versions
};
using Vocabulary = std::vector<Term>;

// Returns the value that a name has in the current cell, or null if the named axis does not apply.
using Lookup = std::function<const Value*(std::string_view name)>;

struct ExpressionNode;

class Expression {
 public:
  // Parses an expression. Throws InputError for an unknown name or word (and suggests the nearest
  // one), for types that do not match, and for wrong syntax. `place` is the position of the text in
  // the file, so that errors give the column inside the expression.
  static Expression parse(std::string_view text, const Vocabulary& vocabulary,
                          const FilePosition& place = {});

  bool holds(const Lookup& lookup) const;
  const std::string& text() const { return text_; }
  // Returns every name in the expression, once each, in order of appearance.
  std::vector<std::string> names() const;

 private:
  Expression(std::string text, std::shared_ptr<const ExpressionNode> root)
      : text_(std::move(text)), root_(std::move(root)) {}

  std::string text_;
  std::shared_ptr<const ExpressionNode> root_;
};

}  // namespace gridlock::matrix
