#include "matrix/schema_reader.h"

#include <algorithm>

#include "harness/text/names.h"

namespace gridlock::matrix {
namespace {

constexpr std::string_view kWordLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool is_word(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kWordLetters) == std::string_view::npos;
}

// Removes the point and the signs of a float.
std::string without_points(std::string word) {
  std::erase_if(word, [](char c) { return c == '.' || c == '-' || c == '+'; });
  return word;
}

ValueType read_type(const TomlReader& row) {
  static const std::vector<std::string> kNames = {"bool", "int", "word", "float"};
  const std::string text = row.required_string("type");
  const auto found = std::find(kNames.begin(), kNames.end(), text);
  if (found != kNames.end()) return static_cast<ValueType>(found - kNames.begin());
  row.fail("type", "unknown type '" + text + "'; a type is " + text::listed(kNames) +
                       text::did_you_mean(text, kNames));
}

void add_value(const TomlReader& row, const toml::node& node, Axis& axis) {
  const toml::node* bare = &node;
  std::string needs;
  if (const auto* table = node.as_table()) {
    const TomlReader entry(*table, "a value of '" + axis.name + "'", row.mistakes(),
                           kAxisValueKeys);
    bare = entry.node("value");
    if (bare == nullptr) entry.fail("value", "a value that is a table needs the key 'value'");
    needs = read_needs(entry);
  }
  const Value value = typed(axis, value_of(*bare, row.file()));
  const FilePosition place = place_of(bare->source(), row.file());
  if (value.index() != static_cast<std::size_t>(axis.type)) {
    throw InputError(place,
                     "'" + to_string(value) + "' does not have the type of '" + axis.name + "'");
  }
  if (std::count(axis.values.begin(), axis.values.end(), value) > 0) {
    throw InputError(place, "'" + to_string(value) + "' is listed twice");
  }
  axis.values.push_back(value);
  if (!needs.empty()) axis.needs[to_string(value)] = needs;
}

void read_values(const TomlReader& row, Axis& axis) {
  if (axis.type == ValueType::kBool) {
    axis.values = {false, true};
    if (row.has("values"))
      row.fail("values", "the values of a bool are always false and true; remove 'values'");
    return;
  }
  if (const toml::array* values = row.array("values")) {
    for (const toml::node& value : *values) add_value(row, value, axis);
  }
  if (axis.values.empty() && (axis.type == ValueType::kWord || row.has("values"))) {
    row.fail("values", "'" + axis.name + "' needs at least one value");
  }
}

void read_default(const TomlReader& row, Axis& axis) {
  if (const toml::node* node = row.node("default")) {
    axis.fallback = typed(axis, value_of(*node, row.file()));
    check_value(axis, axis.fallback, place_of(node->source(), row.file()));
  } else if (axis.values.empty()) {
    row.fail("default", "'" + axis.name + "' lists no values; add 'values' or a 'default'");
  } else {
    axis.fallback = axis.values.front();
  }
}

void read_cost(const TomlReader& row, Axis& axis) {
  const toml::node* node = row.node("cost");
  if (node == nullptr) return;
  if (node->is_string()) {
    axis.cost_is_value = row.required_string("cost") == "value" && axis.type == ValueType::kInt;
    if (!axis.cost_is_value) row.fail("cost", "'cost' must be a table, or \"value\" for an int");
    return;
  }
  const TomlReader costs(*row.table("cost"), "'cost' of '" + axis.name + "'", row.mistakes());
  for (const std::string& key : costs.keys()) {
    check_value(axis, typed(axis, parse_value(key)), costs.place(key));
    const std::int64_t cost = costs.int_or(key, 1);
    if (cost < 1 || cost > 1000) costs.fail(key, "a cost must be 1 to 1000");
    axis.costs[key] = static_cast<int>(cost);
  }
}

std::string default_style(const Axis& axis) {
  if (axis.type == ValueType::kBool) return axis.name;
  return axis.type == ValueType::kWord ? axis.name + "_{}" : axis.name + "{}";
}

void read_id_style(const TomlReader& row, Axis& axis) {
  IdStyle& id = axis.id;
  id.text = row.string_or("id", default_style(axis));
  id.joined = id.text.starts_with('-');
  if (id.joined) id.text.erase(0, 1);
  id.omit_default = row.bool_or("omit_default", false);
  const bool hole = id.text.find("{}") != std::string::npos;
  if (hole == (axis.type == ValueType::kBool)) {
    row.fail("id", axis.type == ValueType::kBool ? "the id of a bool must be a word without {}"
                                                 : "the id must have {} where the value goes");
  }
  if (id.omit_default && axis.type == ValueType::kBool) {
    row.fail("omit_default", "ids always omit a bool that is false; remove 'omit_default'");
  }
  if (const toml::table* words = row.table("words")) {
    const TomlReader reader(*words, "'words' of '" + axis.name + "'", row.mistakes());
    for (const std::string& key : reader.keys()) {
      check_value(axis, typed(axis, parse_value(key)), reader.place(key));
      id.words[key] = reader.required_string(key);
    }
  }
}

// Returns the words that the axis writes in ids. For an axis that accepts any number, returns one
// example.
std::vector<std::string> id_words(const Axis& axis) {
  if (axis.values.empty()) return {axis.id_word(typed(axis, std::int64_t{7}))};
  std::vector<std::string> words;
  for (const Value& value : axis.values) {
    if (value != Value(false)) words.push_back(axis.id_word(value));
  }
  return words;
}

void check_words(const TomlReader& row, const Axis& axis, const std::vector<Axis>& others) {
  for (const std::string& word : id_words(axis)) {
    const bool is_omitted = word.empty() && axis.id.omit_default;
    const bool fraction = axis.type == ValueType::kFloat && is_word(without_points(word));
    if (!is_omitted && !is_word(word) && !fraction) {
      row.fail("id", "ids consist of letters, digits and '_', but '" + word +
                         "' does not; choose another word in 'words'");
    }
  }
  const std::string clash = id_conflict(axis, others);
  if (!clash.empty()) row.fail("id", clash + "; give one of them another 'id'");
}

Axis read_axis(const std::string& name, const TomlReader& row, const Schema& above) {
  Axis axis;
  axis.name = name;
  axis.place = row.place();
  axis.doc = row.required_string("doc");
  axis.type = read_type(row);
  read_values(row, axis);
  read_default(row, axis);
  if (row.has("when")) {
    axis.when = Expression::parse(row.required_string("when"), axes_above(above, above.axes.size()),
                                  row.text_place("when"));
  }
  axis.optional = row.bool_or("optional", false);
  read_cost(row, axis);
  read_id_style(row, axis);
  check_words(row, axis, above.axes);
  return axis;
}

void check_name(const TomlReader& axes, const std::string& name, const Schema& above) {
  static const std::vector<std::string> kReserved = {"id", "role", "gpus", "torch", "and",
                                                     "or", "not",  "in",   "true",  "false"};
  const bool digit = name[0] >= '0' && name[0] <= '9';
  if (!is_word(name) || digit) axes.fail(name, "'" + name + "' is not a valid axis name");
  if (std::count(kReserved.begin(), kReserved.end(), name) > 0) {
    axes.fail(name, "'" + name + "' has another meaning in expressions; choose another name");
  }
  if (above.find(name) != nullptr)
    axes.fail(name, "'" + name + "' is a standard axis already; choose another name");
}

}  // namespace

std::string id_conflict(const Axis& axis, const std::vector<Axis>& others) {
  const auto confused = [](const Axis& writes, const Axis& reads) {
    for (const std::string& word : id_words(writes)) {
      if (!word.empty() && read_word(reads, word)) return word;
    }
    return std::string();
  };
  for (const Axis& other : others) {
    std::string word = confused(axis, other);
    if (word.empty()) word = confused(other, axis);
    if (word.empty()) continue;
    return "'" + axis.name + "' and '" + other.name + "' would both be written '" + word +
           "' in an id";
  }
  return "";
}

Expression read_select(const TomlReader& row, const Schema& schema) {
  return parse_selection(schema, row.required_string("select"), row.text_place("select"));
}

std::string read_needs(const TomlReader& table) {
  const std::string needs = table.string_or("needs", "");
  if (needs.empty() || needs == "gpu") return needs;
  const Value count = needs.starts_with("gpus:") ? parse_value(needs.substr(5)) : Value(false);
  const auto* number = std::get_if<std::int64_t>(&count);
  if (number != nullptr && *number > 0) return needs;
  table.fail("needs",
             "'needs' must be \"gpu\", or a count of GPUs as in \"gpus:4\", not \"" + needs + "\"");
}

void read_axes(const TomlReader& file, Schema& schema) {
  const toml::table* table = file.table("axes");
  if (table == nullptr) return;
  const TomlReader axes(*table, "[axes]", file.mistakes());
  for (const std::string& name : axes.keys()) {
    check_name(axes, name, schema);
    const TomlReader row(*axes.table(name), "[axes." + name + "]", file.mistakes(), kAxisKeys);
    schema.axes.push_back(read_axis(name, row, schema));
  }
}

std::vector<Constraint> read_constraints(const TomlReader& file, const Schema& schema) {
  std::vector<Constraint> constraints;
  for (const toml::table* table : file.tables("constraint")) {
    const TomlReader row(*table, "[[constraint]]", file.mistakes(), kConstraintKeys);
    const auto forbid = row.attempt([&] {
      return Expression::parse(row.required_string("forbid"), constraint_vocabulary(schema),
                               row.text_place("forbid"));
    });
    const auto reason = row.attempt([&] { return row.required_string("reason"); });
    if (forbid && reason) constraints.push_back({*forbid, *reason, row.place("forbid")});
  }
  return constraints;
}

}  // namespace gridlock::matrix
