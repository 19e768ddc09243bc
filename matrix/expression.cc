#include "matrix/expression.h"

#include <algorithm>
#include <optional>

#include "matrix/expression_node.h"

namespace gridlock::matrix {
namespace {

using Node = ExpressionNode;
using Kind = ExpressionNode::Kind;

std::optional<std::int64_t> calculate(char op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      if (b == 0) return std::nullopt;
      return op == '/' ? a / b : a % b;
  }
}

// Returns the value of an operand; none if an axis does not apply.
std::optional<Value> evaluate(const Node& node, const Lookup& lookup) {
  if (node.kind == Kind::kLiteral) return node.value;
  if (node.kind == Kind::kName) {
    const Value* value = lookup(node.text);
    return value == nullptr ? std::nullopt : std::optional<Value>(*value);
  }
  const auto a = evaluate(*node.children[0], lookup);
  const auto b = evaluate(*node.children[1], lookup);
  if (!a || !b) return std::nullopt;
  const auto result =
      calculate(node.text[0], std::get<std::int64_t>(*a), std::get<std::int64_t>(*b));
  return result ? std::optional<Value>(*result) : std::nullopt;
}

bool compare(const Node& node, const Lookup& lookup) {
  const auto a = evaluate(*node.children[0], lookup);
  const auto b = evaluate(*node.children[1], lookup);
  const std::string& op = node.text;
  if (!a || !b) return op == "!=";
  if (op == "=" || op == "==") return *a == *b;
  if (op == "!=") return *a != *b;
  if (op == "<") return *a < *b;
  if (op == "<=") return *a <= *b;
  if (op == ">") return *a > *b;
  return *a >= *b;
}

bool is_member(const Node& node, const Lookup& lookup) {
  const auto value = evaluate(*node.children[0], lookup);
  return value && std::any_of(node.children.begin() + 1, node.children.end(),
                              [&](const auto& child) { return child->value == *value; });
}

// Returns whether `text` matches `pattern`. In the pattern, * matches any number of characters, and
// ? matches one.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
  }
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
         matches(pattern.substr(1), text.substr(1));
}

bool match(const Node& node, const Lookup& lookup) {
  const auto value = evaluate(*node.children[0], lookup);
  const std::string& pattern = std::get<std::string>(node.children[1]->value);
  const bool equal = value && matches(pattern, to_string(*value));
  return node.text == "!=" ? !equal : equal;
}

bool holds_at(const Node& node, const Lookup& lookup) {
  const auto holds = [&](const auto& child) { return holds_at(*child, lookup); };
  switch (node.kind) {
    case Kind::kOr:
      return std::any_of(node.children.begin(), node.children.end(), holds);
    case Kind::kAnd:
      return std::all_of(node.children.begin(), node.children.end(), holds);
    case Kind::kNot:
      return !holds(node.children[0]);
    case Kind::kMember:
      return is_member(node, lookup);
    case Kind::kMatch:
      return match(node, lookup);
    case Kind::kCompare:
      return compare(node, lookup);
    default:
      return evaluate(*node.children[0], lookup) == Value(true);
  }
}

void collect_names(const Node& node, std::vector<std::string>& names) {
  if (node.kind == Kind::kName && std::find(names.begin(), names.end(), node.text) == names.end()) {
    names.push_back(node.text);
  }
  for (const auto& child : node.children) collect_names(*child, names);
}

}  // namespace

bool Expression::holds(const Lookup& lookup) const {
  return holds_at(*root_, lookup);
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  collect_names(*root_, names);
  return names;
}

}  // namespace gridlock::matrix
