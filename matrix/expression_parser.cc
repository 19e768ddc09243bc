// Converts text to a checked tree: PEGTL matches the grammar, and this file resolves names and
// types.

#include <algorithm>
#include <set>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "harness/text/names.h"
#include "matrix/expression.h"
#include "matrix/expression_grammar.h"
#include "matrix/expression_node.h"
#include "matrix/version.h"

namespace gridlock::matrix {
namespace {

namespace tree = tao::pegtl::parse_tree;
using Kind = ExpressionNode::Kind;
using NodePtr = std::shared_ptr<const ExpressionNode>;

// The description of a rule in error messages; null for rules that messages do not mention.
template <typename Rule>
constexpr const char* kDescription = nullptr;
template <>
constexpr const char* kDescription<grammar::name> = "an axis or a value";
template <>
constexpr const char* kDescription<grammar::compare_operator> = "a comparison";
template <>
constexpr const char* kDescription<grammar::and_operator> = "'&' or '|'";
template <>
constexpr const char* kDescription<grammar::close> = "')'";

// The furthest position that the parser reached, and the rules that could have continued there.
struct Furthest {
  std::size_t position = 0;
  std::set<std::string> expected;
};

template <typename Rule>
struct TrackFailure : tao::pegtl::normal<Rule> {
  template <typename Input, typename... States>
  static void failure(const Input& in, Furthest& furthest, States&&...) {
    const std::size_t position = in.position().byte;
    if (position < furthest.position) return;
    if (position > furthest.position) furthest = {position, {}};
    if (kDescription<Rule> != nullptr) furthest.expected.insert(kDescription<Rule>);
  }
};

template <typename Rule>
using Selector = tree::selector<
    Rule,
    tree::store_content::on<grammar::name, grammar::number, grammar::quoted, grammar::pattern_text,
                            grammar::plus_operator, grammar::times_operator,
                            grammar::compare_operator, grammar::match_operator>,
    tree::remove_content::on<grammar::comparison, grammar::membership, grammar::id_match,
                             grammar::truth, grammar::negation>,
    tree::fold_one::on<grammar::sum, grammar::product, grammar::conjunction, grammar::disjunction>>;

// An operand with its type. `term` is set if the operand is a name.
struct Operand {
  NodePtr node;
  ValueType type;
  const Term* term = nullptr;
};

const char* type_name(ValueType type) {
  constexpr const char* kNames[] = {"a boolean", "an integer", "a word", "a number"};
  return kNames[static_cast<std::size_t>(type)];
}

class Binder {
 public:
  Binder(const Vocabulary& vocabulary, std::string_view text, const FilePosition& place)
      : vocabulary_(vocabulary), text_(text), place_(place) {}

  NodePtr condition(const tree::node& at) const {
    if (at.is_type<grammar::comparison>()) return comparison(at);
    if (at.is_type<grammar::membership>()) return membership(at);
    if (at.is_type<grammar::id_match>()) return id_match(at);
    if (at.is_type<grammar::truth>()) return truth(at);
    const Kind kind = at.is_type<grammar::negation>()      ? Kind::kNot
                      : at.is_type<grammar::conjunction>() ? Kind::kAnd
                                                           : Kind::kOr;
    std::vector<NodePtr> children;
    for (const auto& child : at.children) children.push_back(condition(*child));
    return node(kind, "", std::move(children));
  }

  [[noreturn]] void fail(std::size_t byte, const std::string& message) const {
    FilePosition place = place_;
    if (place.column > 0) place.column += static_cast<int>(byte);
    throw InputError(place, "in \"" + std::string(text_) + "\", column " +
                                std::to_string(byte + 1) + ": " + message);
  }

 private:
  static NodePtr node(Kind kind, std::string text, std::vector<NodePtr> children) {
    return std::make_shared<ExpressionNode>(
        ExpressionNode{kind, std::move(text), Value(false), std::move(children)});
  }
  static NodePtr literal_node(Value value) {
    return std::make_shared<ExpressionNode>(
        ExpressionNode{Kind::kLiteral, "", std::move(value), {}});
  }
  static std::size_t byte(const tree::node& at) {
    return at.has_content() ? at.begin().byte : byte(*at.children.front());
  }
  static std::string word(const tree::node& at) {
    const std::string text = at.string();
    return at.is_type<grammar::quoted>() ? text.substr(1, text.size() - 2) : text;
  }

  const Term* find(std::string_view name) const {
    const auto found = std::find_if(vocabulary_.begin(), vocabulary_.end(),
                                    [&](const Term& term) { return term.name == name; });
    return found == vocabulary_.end() ? nullptr : &*found;
  }

  const Term& known(const tree::node& at) const {
    if (const Term* term = find(at.string())) return *term;
    std::vector<std::string> names;
    for (const Term& term : vocabulary_) names.push_back(term.name);
    const std::string hint = text::did_you_mean(at.string(), names);
    fail(byte(at), "unknown axis '" + at.string() + "'" +
                       (hint.empty() ? "; expected one of " + text::listed(names) : hint));
  }

  // Returns the word, number or boolean at this position, which must have the type `type`. If
  // `term` is given, a word must be one of its words.
  NodePtr literal(const tree::node& at, ValueType type, const Term* term) const {
    Value value = at.is_type<grammar::quoted>() ? Value(word(at)) : parse_value(at.string());
    if (type == ValueType::kFloat) value = widened(value);
    const std::string shown = "'" + to_string(value) + "'";
    const std::string whose =
        term == nullptr ? "" : "; '" + term->name + "' is compared with the value";
    if (value.index() != static_cast<std::size_t>(type)) {
      fail(byte(at), "expected " + std::string(type_name(type)) + ", found " + shown + whose);
    }
    if (type == ValueType::kWord && term != nullptr && !term->words.empty() &&
        std::find(term->words.begin(), term->words.end(), to_string(value)) == term->words.end()) {
      fail(byte(at), "'" + term->name + "' has no value " + shown +
                         text::did_you_mean(to_string(value), term->words) + "; the values are " +
                         text::listed(term->words));
    }
    return literal_node(value);
  }

  NodePtr version(const tree::node& at) const {
    const std::string text = word(at);
    if (!is_plain_version(text))
      fail(byte(at), "expected a version such as 2.12, found '" + text + "'");
    return literal_node(*version_number(text));
  }

  static bool is_version(const Operand& operand) {
    return operand.term != nullptr && operand.term->version;
  }

  Operand arithmetic(const tree::node& at) const {
    Operand left = operand(*at.children[0]);
    for (std::size_t i = 1; i + 1 < at.children.size(); i += 2) {
      const Operand right = operand(*at.children[i + 1]);
      const bool integers = left.type == ValueType::kInt && right.type == ValueType::kInt &&
                            !is_version(left) && !is_version(right);
      if (!integers) fail(byte(*at.children[i]), "arithmetic needs integers on both sides");
      left = {node(Kind::kArithmetic, at.children[i]->string(), {left.node, right.node}),
              ValueType::kInt};
    }
    return left;
  }

  Operand operand(const tree::node& at) const {
    if (at.is_type<grammar::sum>() || at.is_type<grammar::product>()) return arithmetic(at);
    if (at.is_type<grammar::number>()) {
      const bool fraction = at.string().find('.') != std::string::npos;
      const ValueType type = fraction ? ValueType::kFloat : ValueType::kInt;
      return {literal(at, type, nullptr), type};
    }
    if (at.is_type<grammar::quoted>()) {
      return {literal(at, ValueType::kWord, nullptr), ValueType::kWord};
    }
    const Term& term = known(at);
    return {node(Kind::kName, term.name, {}), term.type, &term};
  }

  // Returns the right side of a comparison. A word of the left side's axis takes precedence over an
  // axis with the same name.
  Operand right_operand(const tree::node& at, const Operand& left) const {
    const bool is_literal = at.is_type<grammar::number>() || at.is_type<grammar::quoted>();
    if (left.term != nullptr && left.term->version && is_literal) return {version(at), left.type};
    if (left.type == ValueType::kFloat && at.is_type<grammar::number>()) {
      return {literal(at, left.type, left.term), left.type};
    }
    const bool bare = at.is_type<grammar::name>() || at.is_type<grammar::quoted>();
    if (!bare || left.term == nullptr) return operand(at);
    const auto& words = left.term->words;
    const bool own = std::find(words.begin(), words.end(), word(at)) != words.end();
    if (!own && at.is_type<grammar::name>() && find(at.string()) != nullptr) return operand(at);
    return {literal(at, left.type, left.term), left.type};
  }

  NodePtr comparison(const tree::node& at) const {
    const std::string op = at.children[1]->string();
    Operand left = operand(*at.children[0]);
    const Operand right = right_operand(*at.children[2], left);
    const bool with_literal = right.node->kind == Kind::kLiteral;
    if (is_version(right) || (is_version(left) && !with_literal))
      fail(byte(*at.children[2]), "compare torch with a version, as in torch >= 2.12");
    if (right.type == ValueType::kFloat && left.node->kind == Kind::kLiteral) {
      left.node = literal_node(widened(left.node->value));
      left.type = static_cast<ValueType>(left.node->value.index());
    }
    if (left.type != right.type) {
      fail(byte(*at.children[2]), std::string("expected ") + type_name(left.type) + " to compare " +
                                      "with, found " + type_name(right.type));
    }
    const bool ordered = left.type == ValueType::kInt || left.type == ValueType::kFloat;
    if (!ordered && (op[0] == '<' || op[0] == '>')) {
      fail(byte(*at.children[1]), "'" + op + "' compares numbers only; use = or !=");
    }
    return node(Kind::kCompare, op, {left.node, right.node});
  }

  NodePtr membership(const tree::node& at) const {
    const Term& term = known(*at.children[0]);
    std::vector<NodePtr> children{node(Kind::kName, term.name, {})};
    for (std::size_t i = 1; i < at.children.size(); ++i) {
      const tree::node& value = *at.children[i];
      children.push_back(term.version ? version(value) : literal(value, term.type, &term));
    }
    return node(Kind::kMember, "", std::move(children));
  }

  NodePtr id_match(const tree::node& at) const {
    if (find("id") == nullptr) fail(byte(at), "'id' works only in --select and in 'select'");
    return node(Kind::kMatch, at.children[0]->string(),
                {node(Kind::kName, "id", {}), literal_node(word(*at.children[1]))});
  }

  NodePtr truth(const tree::node& at) const {
    const Term& term = known(*at.children[0]);
    if (term.type != ValueType::kBool) {
      fail(byte(at), "'" + term.name + "' is " + type_name(term.type) +
                         ": compare it with a value, as in " + term.name + "=" +
                         (term.words.empty() ? "4" : term.words.front()));
    }
    return node(Kind::kTruth, "", {node(Kind::kName, term.name, {})});
  }

  const Vocabulary& vocabulary_;
  std::string_view text_;
  const FilePosition& place_;
};

std::string syntax_message(std::string_view text, const Furthest& furthest) {
  std::string_view before = text.substr(0, furthest.position);
  before = before.substr(0, before.find_last_not_of(' ') + 1);
  const bool pattern = before.ends_with('~');
  std::string expected = pattern ? "a pattern such as id~dense/bf16*" : "";
  for (const std::string& one : furthest.expected) {
    if (!pattern) expected += (expected.empty() ? "" : ", ") + one;
  }
  if (expected.empty()) expected = "a condition such as cp=4";
  const std::string found = furthest.position >= text.size()
                                ? "the end"
                                : "'" + std::string(1, text[furthest.position]) + "'";
  return "expected " + expected + ", found " + found;
}

}  // namespace

Expression Expression::parse(std::string_view text, const Vocabulary& vocabulary,
                             const FilePosition& place) {
  const Binder binder(vocabulary, text, place);
  tao::pegtl::memory_input in(text.data(), text.size(), "");
  Furthest furthest;
  const auto root =
      tree::parse<grammar::expression, Selector, tao::pegtl::nothing, TrackFailure>(in, furthest);
  if (!root) binder.fail(furthest.position, syntax_message(text, furthest));
  return Expression(std::string(text), binder.condition(*root->children.front()));
}

}  // namespace gridlock::matrix
