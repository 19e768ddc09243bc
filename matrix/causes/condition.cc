#include "matrix/causes/condition.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace gridlock::matrix::causes {
namespace {

std::optional<double> number_of(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

bool is_bool(const Value& value) {
  return std::holds_alternative<bool>(value);
}

// Quotes a word that is not a plain name. An expression would read max-autotune as arithmetic.
std::string quoted(const Value& value) {
  const std::string text = to_string(value);
  const bool plain = std::ranges::all_of(
      text, [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; });
  return plain || number_of(value) ? text : "\"" + text + "\"";
}

void add_comparisons(const std::string& axis, const Value& value, std::vector<Condition>& all) {
  // "load_balance = false" would be two conditions in one, because it also requires that the axis
  // applies.
  if (value != Value(false)) all.push_back({axis, Comparison::kEqual, value});
  if (value != Value(false)) all.push_back({axis, Comparison::kNotEqual, value});
  if (!number_of(value)) return;
  all.push_back({axis, Comparison::kAbove, value});
  all.push_back({axis, Comparison::kBelow, value});
}

}  // namespace

bool Condition::holds(const Value* other) const {
  if (comparison == Comparison::kNotEqual) return other == nullptr || *other != value;
  if (other == nullptr) return false;
  if (comparison == Comparison::kEqual) return *other == value;
  const auto mine = number_of(value);
  const auto its = number_of(*other);
  if (!mine || !its) return false;
  return comparison == Comparison::kAbove ? *its > *mine : *its < *mine;
}

bool Condition::names_one_value() const {
  return comparison == Comparison::kEqual || is_bool(value);
}

std::string Condition::text() const {
  if (is_bool(value)) {
    const bool wanted = (comparison == Comparison::kEqual) == std::get<bool>(value);
    return wanted ? axis : "!" + axis;
  }
  constexpr const char* kSigns[] = {" = ", " != ", " > ", " < "};
  return axis + kSigns[static_cast<int>(comparison)] + quoted(value);
}

bool holds(const Conjunction& conjunction, const Cell& cell) {
  return std::ranges::all_of(conjunction,
                             [&](const Condition& condition) { return condition.holds(cell); });
}

std::string text_of(const Conjunction& conjunction) {
  std::string text;
  for (const Condition& condition : conjunction) {
    text += (text.empty() ? "" : " & ") + condition.text();
  }
  return text;
}

double penalty(const Condition& condition) {
  switch (condition.comparison) {
    case Comparison::kEqual:
      return 0;
    case Comparison::kAbove:
    case Comparison::kBelow:
      return 0.2;
    case Comparison::kNotEqual:
      return is_bool(condition.value) ? 0.1 : 0.5;
  }
  return 0;
}

std::vector<Condition> conditions_of(const std::string& axis,
                                     const std::vector<std::optional<Value>>& values) {
  std::vector<Condition> all;
  for (const auto& value : values) {
    if (value) add_comparisons(axis, *value, all);
  }
  std::ranges::stable_sort(all, {}, penalty);
  std::set<std::vector<bool>> meanings;
  std::vector<Condition> distinct;
  for (Condition& condition : all) {
    std::vector<bool> meaning;
    for (const auto& value : values) {
      meaning.push_back(condition.holds(value ? &*value : nullptr));
    }
    const auto held = std::ranges::count(meaning, true);
    if (held == 0 || held == std::ssize(meaning)) continue;
    if (meanings.insert(meaning).second) distinct.push_back(std::move(condition));
  }
  return distinct;
}

}  // namespace gridlock::matrix::causes
