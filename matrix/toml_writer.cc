#include "matrix/toml_writer.h"

#include <optional>
#include <variant>

namespace gridlock::matrix {
namespace {

toml::table inline_table() {
  toml::table table;
  table.is_inline(true);
  return table;
}

// Inserts the number if there is one.
template <typename Number>
void insert(toml::table& table, const char* key, const std::optional<Number>& number) {
  if (number) table.insert(key, *number);
}

// Inserts the words if there are any.
void insert(toml::table& table, const char* key, const std::vector<std::string>& words) {
  if (!words.empty()) table.insert(key, array_of({words.begin(), words.end()}));
}

using Member = std::optional<double> Tolerance::Bound::*;

void insert_bounds(toml::table& row, const char* key, const Tolerance& tolerance, Member member) {
  toml::table bounds = inline_table();
  insert(bounds, "loss", tolerance.loss.*member);
  insert(bounds, "grad_norm", tolerance.grad_norm.*member);
  if (!bounds.empty()) row.insert(key, std::move(bounds));
}

void insert_law(toml::table& row, const Law& law) {
  if (law.word.starts_with("size^")) {
    row.insert("law", law.exponent);
  } else {
    row.insert("law", law.word);
  }
}

// Splits the name of joined relations into `count` names. The names, joined again, are the same
// text, even if a name itself contains ", ".
std::vector<std::string> names_in(std::string joined, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t end; names.size() + 1 < count && (end = joined.find(", ")) != joined.npos;) {
    names.push_back(joined.substr(0, end));
    joined.erase(0, end + 2);
  }
  names.push_back(joined);
  return names;
}

}  // namespace

toml::array array_of(const std::vector<Value>& values) {
  toml::array array;
  for (const Value& value : values)
    std::visit([&](const auto& plain) { array.push_back(plain); }, value);
  return array;
}

toml::table table_of(const Choice& choice) {
  toml::table table = inline_table();
  for (const auto& [key, value] : choice)
    std::visit([&](const auto& plain) { table.insert(key, plain); }, value);
  return table;
}

toml::table run_table(const Recipe& recipe) {
  toml::table run;
  run.insert("steps", recipe.steps);
  run.insert("deadline_seconds", recipe.deadline_seconds);
  if (recipe.compile_deadline_seconds > 0)
    run.insert("compile_deadline_seconds", recipe.compile_deadline_seconds);
  run.insert("likely_seconds", recipe.likely_seconds);
  run.insert("desync_seconds", recipe.desync_seconds);
  run.insert("activations", recipe.activations);
  if (!recipe.compile_options.empty())
    run.insert("compile_options", table_of(recipe.compile_options));
  return run;
}

toml::table limits_row(const CompileLimits& limits) {
  toml::table row;
  insert(row, "breaks", limits.breaks);
  insert(row, "breaks_at", limits.breaks_at);
  insert(row, "recompiles", limits.recompiles);
  insert(row, "skew_seconds", limits.skew_seconds);
  insert(row, "growth", limits.growth);
  insert(row, "speedup", limits.speedup);
  insert(row, "memory", limits.memory);
  insert(row, "compile_memory_mib", limits.compile_memory_mib);
  return row;
}

toml::table claim_row(const Claim& claim) {
  toml::table row;
  row.insert("name", claim.name);
  row.insert("metric", claim.metric);
  row.insert("over", claim.over);
  insert(row, "along", claim.along);
  insert_law(row, claim.law);
  if (claim.factor > 0) row.insert("factor", claim.factor);
  if (!claim.issue.empty()) row.insert("issue", claim.issue);
  return row;
}

toml::table repeat_row(const RelationTo& relation) {
  toml::table row;
  row.insert("name", relation.name);
  row.insert("repeat", true);
  if (!relation.tier.empty()) row.insert("tier", relation.tier);
  return row;
}

std::vector<toml::table> relation_rows(const RelationTo& relation, const Choice& set) {
  const auto& tolerances = relation.tolerances;
  std::vector<toml::table> rows;
  for (const std::string& name : names_in(relation.name, tolerances.size())) {
    toml::table& row = rows.emplace_back();
    row.insert("name", name);
    row.insert("set", table_of(set));
    if (relation.exact) row.insert("exact", true);
    if (rows.size() > tolerances.size()) continue;
    insert_bounds(row, "rtol", tolerances[rows.size() - 1], &Tolerance::Bound::rtol);
    insert_bounds(row, "atol", tolerances[rows.size() - 1], &Tolerance::Bound::atol);
  }
  return rows;
}

}  // namespace gridlock::matrix
