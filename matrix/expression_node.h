// The tree of an Expression whose names and types have been checked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "matrix/value.h"

namespace gridlock::matrix {

struct ExpressionNode {
  enum class Kind {
    kOr,          // true if any child is true
    kAnd,         // true if all children are true
    kNot,         // true if children[0] is false
    kTruth,       // true if the name children[0] has the value true
    kCompare,     // compares two children; `text` is the operator
    kMember,      // children[0] equals one of the other children
    kMatch,       // children[0] matches the pattern children[1]; `text` is ~, = or !=
    kArithmetic,  // combines two children; `text` is the operator
    kName,        // `text`
    kLiteral,     // `value`
  };
  Kind kind;
  std::string text;
  Value value;
  std::vector<std::shared_ptr<const ExpressionNode>> children;
};

}  // namespace gridlock::matrix
