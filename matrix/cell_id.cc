// Converts values to a cell with its id, and an id to a cell.

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/schema.h"

namespace gridlock::matrix {
namespace {

bool applies(const Axis& axis, const Cell& so_far) {
  return !axis.when || axis.when->holds(lookup(so_far, Machine{}));
}

std::string write_id(const Schema& schema, const Cell& cell) {
  std::string parts;
  for (const Axis& axis : schema.axes) {
    const Value* value = cell.find(axis.name);
    const std::string word = value == nullptr ? "" : axis.id_word(*value);
    if (word.empty()) continue;
    parts += parts.empty() ? word : (axis.id.joined ? "-" : ".") + word;
  }
  return cell.case_name + "/" + parts;
}

bool read_into(const Schema& schema, std::string_view word, Choice& choice) {
  for (const Axis& axis : schema.axes) {
    if (const auto value = read_word(axis, word)) {
      choice[axis.name] = *value;
      return true;
    }
  }
  return false;
}

[[noreturn]] void unknown_word(const Schema& schema, std::string_view word) {
  std::vector<std::string> words;
  for (const Axis& axis : schema.axes) {
    for (const Value& value : axis.values) words.push_back(axis.id_word(value));
  }
  throw InputError("unknown word '" + std::string(word) + "' in the id of a cell" +
                   text::did_you_mean(word, words));
}

// Returns the positions at which the first part of `rest` may end. There may be several, because a
// float may contain '.' and '-'.
std::vector<std::size_t> ends_of_parts(std::string_view rest) {
  constexpr std::size_t kMost = 4;  // separators in a float such as -1.5e-07, plus the end
  std::vector<std::size_t> ends;
  for (std::size_t end = 0; end < rest.size() && ends.size() < kMost; ++end) {
    end = std::min(rest.find_first_of(".-", end), rest.size());
    ends.push_back(end);
  }
  return ends;
}

// Reads the longest word at the start of `rest` into `choice`. Returns the length of the word.
std::size_t read_part(const Schema& schema, std::string_view rest, Choice& choice) {
  const auto ends = ends_of_parts(rest);
  for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
    if (read_into(schema, rest.substr(0, *end), choice)) return *end;
  }
  unknown_word(schema, rest.substr(0, ends.front()));
}

}  // namespace

std::optional<Value> read_word(const Axis& axis, std::string_view word) {
  for (const Value& value : axis.values) {
    if (axis.id_word(value) == word) return value;
  }
  const auto hole = axis.id.text.find("{}");
  if (!axis.values.empty() || hole == std::string::npos) return std::nullopt;
  const std::string_view text = axis.id.text;
  const std::string_view before = text.substr(0, hole), after = text.substr(hole + 2);
  if (word.size() <= before.size() + after.size()) return std::nullopt;
  if (!word.starts_with(before) || !word.ends_with(after)) return std::nullopt;
  const std::string_view digits =
      word.substr(before.size(), word.size() - before.size() - after.size());
  if (axis.type == ValueType::kFloat) {
    const Value value = parse_value(digits);
    const bool same = std::holds_alternative<double>(value) && to_string(value) == digits;
    return same ? std::optional(value) : std::nullopt;
  }
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const Value value = parse_value(digits);
  return std::holds_alternative<std::int64_t>(value) ? std::optional(value) : std::nullopt;
}

Cell make_cell(const Schema& schema, const Choice& choice) {
  Cell cell{schema.case_name, {}, ""};
  for (const Axis& axis : schema.axes) {
    if (!applies(axis, cell)) continue;
    const auto chosen = choice.find(axis.name);
    cell.values.emplace_back(axis.name, chosen == choice.end() ? axis.fallback : chosen->second);
  }
  cell.id = write_id(schema, cell);
  return cell;
}

Choice choice_of(const Cell& cell) {
  return {cell.values.begin(), cell.values.end()};
}

Cell parse_id(const Schema& schema, std::string_view id) {
  if (!id.starts_with(schema.case_name + "/")) {
    throw InputError("the id of a cell of this matrix begins with " + schema.case_name +
                     "/…, not '" + std::string(id) + "'");
  }
  Choice choice;
  // A boolean that the id does not mention is false, whatever its default is.
  for (const Axis& axis : schema.axes) {
    if (axis.type == ValueType::kBool) choice[axis.name] = false;
  }
  std::string_view rest = id.substr(schema.case_name.size() + 1);
  while (!rest.empty()) {
    const std::size_t end = read_part(schema, rest, choice);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  Cell cell = make_cell(schema, choice);
  if (cell.id != id) {
    throw InputError("'" + std::string(id) + "' is not the id of a cell; the most similar id is " +
                     cell.id);
  }
  return cell;
}

}  // namespace gridlock::matrix
