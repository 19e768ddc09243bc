#include "matrix/axis.h"

#include <algorithm>

#include "harness/text/names.h"

namespace gridlock::matrix {
namespace {

std::vector<std::string> words_of(const Axis& axis) {
  std::vector<std::string> words;
  for (const Value& value : axis.values) words.push_back(to_string(value));
  return words;
}

const char* kind_name(std::size_t index) {
  constexpr const char* kNames[] = {"a boolean", "an integer", "a word", "a number"};
  return kNames[index];
}

}  // namespace

double Axis::cost(const Value& value) const {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (cost_is_value && number != nullptr) return static_cast<double>(*number);
  const auto own = costs.find(to_string(value));
  return own == costs.end() ? 1 : own->second;
}

std::string Axis::id_word(const Value& value) const {
  if (id.omit_default && value == fallback) return "";
  if (value == Value(false)) return "";
  if (value == Value(true)) return id.text;
  std::string text = to_string(value);
  if (const auto word = id.words.find(text); word != id.words.end()) text = word->second;
  std::string result = id.text;
  if (const auto hole = result.find("{}"); hole != std::string::npos) result.replace(hole, 2, text);
  return result;
}

bool Axis::before(const Value& a, const Value& b) const {
  const auto at_a = std::find(values.begin(), values.end(), a);
  const auto at_b = std::find(values.begin(), values.end(), b);
  return at_a == at_b ? a < b : at_a < at_b;
}

Value typed(const Axis& axis, const Value& value) {
  return axis.type == ValueType::kFloat ? widened(value) : value;
}

void check_value(const Axis& axis, const Value& value, const FilePosition& place) {
  const auto wanted = static_cast<std::size_t>(axis.type);
  if (value.index() != wanted) {
    throw InputError(place, "'" + axis.name + "' takes " + kind_name(wanted) + ", not " +
                                kind_name(value.index()) + " ('" + to_string(value) + "')");
  }
  if (axis.values.empty()) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || *number > 0) return;
    throw InputError(place,
                     "'" + axis.name + "' must be a positive integer, not " + to_string(value));
  }
  if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end()) return;
  const auto words = words_of(axis);
  throw InputError(place, "'" + axis.name + "' has no value '" + to_string(value) + "'" +
                              text::did_you_mean(to_string(value), words) + "; the values are " +
                              text::listed(words));
}

Term term(const Axis& axis) {
  Term result{axis.name, axis.type, {}};
  if (axis.type == ValueType::kWord) result.words = words_of(axis);
  return result;
}

}  // namespace gridlock::matrix
