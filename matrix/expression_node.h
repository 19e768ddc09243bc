// The tree of an Expression whose names and types have been checked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "matrix/value.h"

namespace gridlock::matrix {

struct ExpressionNode {
  enum class Kind {
    kOr,          // true if any child is
    kAnd,         // true if all children are
    kNot,         // children[0]
    kTruth,       // children[0] is a name whose value is true
    kCompare,     // children[0] `text` children[1]
    kMember,      // children[0] equals one of the other children
    kMatch,       // children[0] matches the pattern children[1]; `text` is ~, = or !=
    kArithmetic,  // children[0] `text` children[1]
    kName,        // `text`
    kLiteral,     // `value`
  };
  Kind kind;
  std::string text;
  Value value;
  std::vector<std::shared_ptr<const ExpressionNode>> children;
};

}  // namespace gridlock::matrix
