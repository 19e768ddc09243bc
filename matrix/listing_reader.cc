#include "matrix/listing_reader.h"

#include <algorithm>

#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

struct Context {
  const Axis& axis;
  const std::string& file;
  bool machine_values;
};

ListedValue read_value(const Context& context, const toml::node& node) {
  ListedValue listed;
  const toml::node* bare = &node;
  if (const auto* table = node.as_table()) {
    const TomlReader entry(*table, "a value of '" + context.axis.name + "'", context.file,
                           {"value", "needs", "rare"});
    bare = entry.node("value");
    if (bare == nullptr) entry.fail("value", "a value written as a table needs 'value'");
    listed.needs = read_needs(entry);
    listed.rare = entry.bool_or("rare", false);
  }
  listed.value = value_of(*bare, context.file);
  const bool gpus = context.machine_values && context.axis.type == ValueType::kInt &&
                    listed.value == Value("gpus");
  if (!gpus) check_value(context.axis, listed.value, place_of(bare->source(), context.file));
  const auto inherent = context.axis.needs.find(to_string(listed.value));
  if (listed.needs.empty() && inherent != context.axis.needs.end()) listed.needs = inherent->second;
  return listed;
}

void read_values(const Context& context, const toml::array& values, AxisListing& listing) {
  if (values.empty()) {
    throw InputError(
        place_of(values.source(), context.file),
        "'" + context.axis.name + "' lists no values; leave it out to keep its default");
  }
  for (const toml::node& node : values) {
    const ListedValue value = read_value(context, node);
    const bool twice =
        std::any_of(listing.values.begin(), listing.values.end(),
                    [&](const ListedValue& other) { return other.value == value.value; });
    if (twice) {
      throw InputError(place_of(node.source(), context.file),
                       "'" + context.axis.name + "' lists " + to_string(value.value) + " twice");
    }
    listing.values.push_back(value);
  }
}

Vocabulary names_above(const Schema& schema, const Axis& axis) {
  return axes_above(schema, static_cast<std::size_t>(&axis - schema.axes.data()));
}

}  // namespace

Listings read_listings(const TomlReader& axes, const Schema& schema, bool machine_values) {
  Listings listings;
  for (const std::string& name : axes.keys()) {
    const Axis& axis = schema.at(name, axes.place(name));
    const Context context{axis, axes.file(), machine_values};
    AxisListing& listing = listings[name];
    if (const auto* table = axes.node(name)->as_table()) {
      const TomlReader row(*table, "'" + name + "'", axes.file(), {"values", "when"});
      if (!row.has("values")) row.fail("values", "'" + name + "' needs 'values'");
      read_values(context, *row.array("values"), listing);
      if (row.has("when")) {
        listing.when = Expression::parse(row.required_string("when"), names_above(schema, axis),
                                         row.text_place("when"));
      }
    } else {
      read_values(context, *axes.array(name), listing);
    }
  }
  return listings;
}

Choice read_choice(const TomlReader& table, const Schema& schema) {
  Choice choice;
  for (const std::string& name : table.keys()) {
    const Axis& axis = schema.at(name, table.place(name));
    const toml::node& node = *table.node(name);
    const Value value = value_of(node, table.file());
    check_value(axis, value, place_of(node.source(), table.file()));
    choice[name] = value;
  }
  return choice;
}

}  // namespace gridlock::matrix
