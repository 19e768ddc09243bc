#include "matrix/listing_reader.h"

#include <algorithm>

#include "matrix/schema_reader.h"
#include "matrix/setting_names.h"

namespace gridlock::matrix {
namespace {

struct Context {
  const Axis& axis;
  Mistakes& mistakes;
  bool machine_values;

  const std::string& file() const { return mistakes.file(); }
};

ListedValue read_value(const Context& context, const toml::node& node) {
  ListedValue listed;
  const toml::node* bare = &node;
  if (const auto* table = node.as_table()) {
    const TomlReader entry(*table, "a value of '" + context.axis.name + "'", context.mistakes,
                           kListedValueKeys);
    bare = entry.node("value");
    if (bare == nullptr) entry.fail("value", "a value that is a table needs the key 'value'");
    listed.needs = read_needs(entry);
    listed.rare = entry.bool_or("rare", false);
  }
  listed.value = typed(context.axis, value_of(*bare, context.file()));
  const bool gpus = context.machine_values && context.axis.type == ValueType::kInt &&
                    listed.value == Value("gpus");
  if (!gpus) check_value(context.axis, listed.value, place_of(bare->source(), context.file()));
  const auto inherent = context.axis.needs.find(to_string(listed.value));
  if (listed.needs.empty() && inherent != context.axis.needs.end()) listed.needs = inherent->second;
  return listed;
}

void add_value(const Context& context, const toml::node& node, AxisListing& listing) {
  const ListedValue value = read_value(context, node);
  const bool twice = std::any_of(listing.values.begin(), listing.values.end(),
                                 [&](const auto& other) { return other.value == value.value; });
  if (twice) {
    throw InputError(place_of(node.source(), context.file()),
                     "'" + context.axis.name + "' lists " + to_string(value.value) + " twice");
  }
  listing.values.push_back(value);
}

void read_values(const Context& context, const toml::array& values, AxisListing& listing) {
  if (values.empty()) {
    throw InputError(
        place_of(values.source(), context.file()),
        "'" + context.axis.name +
            "' lists no values; add values, or leave the axis out to keep its default");
  }
  for (const toml::node& node : values) {
    context.mistakes.attempt([&] { add_value(context, node, listing); });
  }
}

// Returns whether the name is a wrong setting. read_setting_axes() has already reported wrong
// settings.
bool is_wrong_setting(const std::string& name, const Schema& schema) {
  return is_setting(name) && schema.find(name) == nullptr;
}

Vocabulary names_above(const Schema& schema, const Axis& axis) {
  return axes_above(schema, static_cast<std::size_t>(&axis - schema.axes.data()));
}

AxisListing read_listing(const TomlReader& axes, const std::string& name, const Schema& schema,
                         bool machine_values) {
  AxisListing listing;
  const Axis& axis = schema.at(name, axes.place(name));
  const Context context{axis, axes.mistakes(), machine_values};
  const auto* table = axes.node(name)->as_table();
  if (table == nullptr) {
    read_values(context, *axes.array(name), listing);
    return listing;
  }
  const TomlReader row(*table, "'" + name + "'", axes.mistakes(), kListingKeys);
  row.attempt([&] {
    if (!row.has("values")) row.fail("values", "'" + name + "' needs 'values'");
    read_values(context, *row.array("values"), listing);
  });
  if (row.has("when")) {
    listing.when = row.attempt([&] {
      return Expression::parse(row.required_string("when"), names_above(schema, axis),
                               row.text_place("when"));
    });
  }
  return listing;
}

}  // namespace

Listings read_listings(const TomlReader& axes, const Schema& schema, bool machine_values) {
  Listings listings;
  for (const std::string& name : axes.keys()) {
    if (is_wrong_setting(name, schema)) continue;
    const auto listing =
        axes.attempt([&] { return read_listing(axes, name, schema, machine_values); });
    if (listing) listings[name] = *listing;
  }
  return listings;
}

Choice read_choice(const TomlReader& table, const Schema& schema) {
  Choice choice;
  for (const std::string& name : table.keys()) {
    if (is_wrong_setting(name, schema)) continue;
    table.attempt([&] {
      const Axis& axis = schema.at(name, table.place(name));
      const toml::node& node = *table.node(name);
      const Value value = typed(axis, value_of(node, table.file()));
      check_value(axis, value, place_of(node.source(), table.file()));
      choice[name] = value;
    });
  }
  return choice;
}

Choice required_choice(const TomlReader& row, std::string_view key, const Schema& schema) {
  const toml::table* table = row.table(key);
  if (table == nullptr || table->empty()) {
    row.fail(key, "'" + std::string(key) + "' needs values, as in " + std::string(key) +
                      " = { cp = 4 }");
  }
  return read_choice(TomlReader(*table, "'" + std::string(key) + "'", row.mistakes()), schema);
}

}  // namespace gridlock::matrix
