#include "matrix/relation_reader.h"

#include <algorithm>
#include <cmath>

#include "matrix/listing_reader.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {

extern const char* const kRelationsToml;  // matrix/relations.toml, embedded at build time

namespace {

using Bound = Tolerance::Bound;

constexpr const char* kTiers[] = {"fork", "warm", "cold"};

double read_bound(const TomlReader& table, std::string_view key, bool relative) {
  const double bound = table.number_or(key, 0);
  const std::string name = "'" + std::string(key) + "'";
  if (!std::isfinite(bound) || bound < 0) table.fail(key, name + " must be 0 or more");
  if (relative && bound >= 1)
    table.fail(key, name + " must be below 1, because with 1 or more any two numbers agree");
  return bound;
}

// Reads bounds: either one number for both series, or a table with numbers for one or both series.
void read_bounds(const TomlReader& row, std::string_view key, std::optional<double> Bound::*member,
                 Tolerance& tolerance) {
  const toml::node* node = row.node(key);
  if (node == nullptr) return;
  const bool relative = key == "rtol";
  if (!node->is_table()) {
    tolerance.loss.*member = tolerance.grad_norm.*member = read_bound(row, key, relative);
    return;
  }
  const TomlReader table(*node->as_table(), "'" + std::string(key) + "'", row.mistakes(),
                         kBoundKeys);
  const auto read = [&](const char* series, Bound& bound) {
    if (!table.has(series)) return;
    table.attempt([&] { bound.*member = read_bound(table, series, relative); });
  };
  read("loss", tolerance.loss);
  read("grad_norm", tolerance.grad_norm);
}

void read_tolerance(const TomlReader& row, Relation& relation) {
  for (const char* key : {"rtol", "atol"}) {
    row.attempt([&] {
      if (relation.exact && row.has(key)) {
        row.fail(key, "'" + std::string(key) +
                          "' has no effect on numbers that are compared bit for bit; remove it");
      }
      read_bounds(row, key, key[0] == 'r' ? &Bound::rtol : &Bound::atol, relation.tolerance);
    });
  }
}

const Relation* find_standard(const std::string& name) {
  const auto& all = standard_relations();
  const auto found = std::ranges::find(all, name, &Relation::name);
  return found == all.end() ? nullptr : &*found;
}

Choice read_set(const TomlReader& row, const std::string& name, const Schema& schema) {
  const Relation* standard = row.has("set") ? nullptr : find_standard(name);
  return standard != nullptr ? standard->set : required_choice(row, "set", schema);
}

std::string read_tier(const TomlReader& row, bool repeat) {
  if (!row.has("tier")) return "";
  if (!repeat)
    row.fail("tier", "'tier' works only with repeat = true; it is the tier of the second training");
  const std::string tier = row.required_string("tier");
  if (std::ranges::find(kTiers, tier) == std::end(kTiers))
    row.fail("tier", "'tier' must be fork, warm or cold");
  return tier;
}

}  // namespace

Relation read_relation(const TomlReader& row, const Schema& schema) {
  Relation relation;
  row.attempt([&] { relation.name = row.required_string("name"); });
  row.attempt([&] {
    const bool repeat = row.bool_or("repeat", false);
    if (repeat && row.has("set"))
      row.fail("set", "a relation has either 'set' or repeat = true, not both");
    relation.exact = row.bool_or("exact", repeat);
    if (!repeat) relation.set = read_set(row, relation.name, schema);
    if (repeat && !relation.exact)
      row.fail("exact", "repeat = true always compares bit for bit; remove exact = false");
    relation.tier = read_tier(row, repeat);
  });
  read_tolerance(row, relation);
  if (row.has("select")) relation.select = row.attempt([&] { return read_select(row, schema); });
  return relation;
}

const std::vector<Relation>& standard_relations() {
  static const std::vector<Relation> kStandard = [] {
    const std::string file = "matrix/relations.toml";
    const toml::table root = parse_toml(kRelationsToml, file);
    Mistakes mistakes(file);
    const TomlReader reader(root, file, mistakes, kRelationsFileKeys);
    std::vector<Relation> relations;
    for (const toml::table* table : reader.tables("relation")) {
      const TomlReader row(*table, "[[relation]]", mistakes, kRelationKeys);
      relations.push_back(read_relation(row, catalogue()));
    }
    mistakes.check();
    return relations;
  }();
  return kStandard;
}

}  // namespace gridlock::matrix
