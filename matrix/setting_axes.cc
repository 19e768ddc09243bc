#include "matrix/setting_axes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "matrix/schema_reader.h"
#include "matrix/setting_names.h"

namespace gridlock::matrix {
namespace {

// Settings that also affect cells that do not compile.
constexpr std::array<std::string_view, 3> kForAllCells = {"config.distributed.", "config.fsdp.",
                                                          "env."};

// The nodes of a setting's values. The values under [axes] and [gpu.axes] come first.
struct Listed {
  FilePosition place;
  bool has_default = false;  // [axes] or [gpu.axes] lists the setting
  std::vector<const toml::node*> values = {};
};
using Settings = std::map<std::string, Listed>;

const toml::node& bare(const toml::node& node) {
  const toml::table* table = node.as_table();
  const toml::node* value = table == nullptr ? nullptr : table->get("value");
  return value == nullptr ? node : *value;
}

void list_axes(const toml::table* axes, const std::string& file, Settings& settings) {
  if (axes == nullptr) return;
  for (const auto& [key, node] : *axes) {
    const std::string name(key.str());
    if (!is_setting(name)) continue;
    Listed& listed = settings.try_emplace(name, place_of(key.source(), file)).first->second;
    const toml::table* table = node.as_table();
    const toml::array* values =
        table == nullptr ? node.as_array() : table->get_as<toml::array>("values");
    listed.has_default = true;
    if (values == nullptr) continue;
    for (const toml::node& value : *values) listed.values.push_back(&bare(value));
  }
}

void list_rows(const TomlReader& file, const char* rows, const char* key, Settings& settings) {
  for (const toml::table* row : file.tables(rows)) {
    const toml::table* axes = row->get_as<toml::table>(key);
    if (axes == nullptr) continue;
    for (const auto& [name, node] : *axes) {
      if (!is_setting(name.str())) continue;
      settings.try_emplace(std::string(name.str()), place_of(name.source(), file.file()))
          .first->second.values.push_back(&node);
    }
  }
}

Settings listed_in(const TomlReader& file) {
  Settings settings;
  file.attempt([&] { list_axes(file.table("axes"), file.file(), settings); });
  file.attempt([&] {
    const toml::table* gpu = file.table("gpu");
    if (gpu != nullptr) list_axes(gpu->get_as<toml::table>("axes"), file.file(), settings);
  });
  file.attempt([&] { list_rows(file, "add", "axes", settings); });
  file.attempt([&] { list_rows(file, "relation", "set", settings); });
  return settings;
}

// Converts "config.dynamo.recompile_limit" to "dynamo_recompile_limit", the form in ids.
std::string id_word(std::string_view text) {
  std::string word(text);
  std::ranges::replace_if(
      word, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return word;
}

void add_value(const toml::node& node, const std::string& file, Axis& axis) {
  Value value = value_of(node, file);
  if (axis.values.empty()) axis.type = static_cast<ValueType>(value.index());
  value = typed(axis, value);
  if (value.index() != static_cast<std::size_t>(axis.type)) {
    throw InputError(place_of(node.source(), file),
                     "'" + axis.name + "' lists " + to_string(axis.values.front()) + " and " +
                         to_string(value) + ", which have different types");
  }
  if (std::ranges::count(axis.values, value) > 0) return;  // read_listings() reports it
  const std::string word = id_word(to_string(value));
  for (const auto& [other, its_word] : axis.id.words) {
    if (its_word != word) continue;
    throw InputError(place_of(node.source(), file), "'" + axis.name + "' lists '" + other +
                                                        "' and '" + to_string(value) +
                                                        "', which look the same in ids");
  }
  axis.values.push_back(value);
  axis.id.words[to_string(value)] = word;
}

void set_id(Axis& axis) {
  axis.id.text = id_word(std::string_view(axis.name).substr(axis.name.find('.') + 1));
  if (axis.type == ValueType::kBool) return;
  axis.id.text += "_{}";
  axis.id.omit_default = true;
}

Axis axis_of(const std::string& name, const Listed& listed, const TomlReader& file,
             const Schema& above) {
  const std::string mistake = setting_mistake(name);
  if (!mistake.empty()) throw InputError(listed.place, mistake);
  if (!listed.has_default) {
    throw InputError(listed.place, "list '" + name +
                                       "' under [axes], too; all other cells have the first "
                                       "value of that list");
  }
  Axis axis;
  axis.name = name;
  axis.doc = "a setting";
  axis.place = listed.place;
  for (const toml::node* node : listed.values) add_value(*node, file.file(), axis);
  if (axis.values.empty())
    throw InputError(listed.place, "'" + name + "' must be a list of values");
  axis.fallback = axis.values.front();
  if (axis.type == ValueType::kBool) axis.values = {false, true};
  set_id(axis);
  const auto holds = [&](std::string_view prefix) { return name.starts_with(prefix); };
  if (std::ranges::none_of(kForAllCells, holds)) {
    axis.when = Expression::parse("compile != none", axes_above(above, above.axes.size()));
  }
  const std::string clash = id_conflict(axis, above.axes);
  if (!clash.empty()) throw InputError(listed.place, clash);
  return axis;
}

}  // namespace

void read_setting_axes(const TomlReader& file, Schema& schema) {
  for (const auto& [name, listed] : listed_in(file)) {
    file.attempt([&] { schema.axes.push_back(axis_of(name, listed, file, schema)); });
  }
}

}  // namespace gridlock::matrix
