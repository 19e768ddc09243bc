#include "matrix/compile_limits.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>
#include <string>

#include "harness/text/names.h"
#include "matrix/references.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

// Returns the kinds of graph breaks that harness/rank/gridlock/compiler/breaks.py distinguishes.
const std::vector<std::string>& kinds_of_breaks() {
  static const std::vector<std::string> kKinds = {"fsdp",    "ddp",        "data",
                                                  "logging", "collective", "other"};
  return kKinds;
}

std::optional<int> read_count(const TomlReader& row, const char* key) {
  if (!row.has(key)) return std::nullopt;
  const auto count = row.int_or(key, 0);
  if (count < 0 || count > 1000000)
    row.fail(key, "'" + std::string(key) + "' must be a number from 0 to 1000000");
  return static_cast<int>(count);
}

// Returns whether `at` is the place of a graph break, such as "case.py", "models/block.py:forward"
// or "case.py:<lambda>".
bool is_place(const std::string& at) {
  static const std::regex kPlace(
      "/?((?!\\.{1,2}/)[^:/]+/)*[^:/]+\\.py(:([A-Za-z_][A-Za-z0-9_]*|<[a-z]+>))?");
  return std::regex_match(at, kPlace);
}

std::vector<std::string> read_breaks_at(const TomlReader& row) {
  std::vector<std::string> all = row.strings("breaks_at");
  for (const std::string& at : all) {
    if (std::ranges::count(kinds_of_breaks(), at) > 0 || is_place(at)) continue;
    row.fail("breaks_at", "unknown kind of graph breaks '" + at + "'" +
                              text::did_you_mean(at, kinds_of_breaks()) + "; use one of " +
                              text::listed(kinds_of_breaks()) +
                              ", a file ('case.py') or a function of a file "
                              "('case.py:forward')");
  }
  return all;
}

std::optional<double> read_limit(const TomlReader& row, const char* key) {
  if (!row.has(key)) return std::nullopt;
  const double limit = row.number_or(key, 0);
  if (!std::isfinite(limit) || limit <= 0)
    row.fail(key, "'" + std::string(key) + "' must be a number above 0");
  return limit;
}

std::optional<double> read_growth(const TomlReader& row) {
  const auto growth = read_limit(row, "growth");
  if (growth && *growth <= 1)
    row.fail("growth",
             "'growth' must be above 1, because 1 is the growth that smaller cells predict");
  return growth;
}

// Returns the keys that state a limit.
std::vector<std::string> limit_keys() {
  std::vector<std::string> keys = names_of(kCompileLimitKeys);
  std::erase_if(keys, [](const auto& key) { return key == "select" || key == "breaks_at"; });
  return keys;
}

CompileLimitRule read_rule(const TomlReader& row, const Schema& schema) {
  CompileLimitRule rule;
  if (row.has("select")) rule.select = row.attempt([&] { return read_select(row, schema); });
  row.attempt([&] { rule.limits.breaks = read_count(row, "breaks"); });
  row.attempt([&] { rule.limits.breaks_at = read_breaks_at(row); });
  row.attempt([&] { rule.limits.recompiles = read_count(row, "recompiles"); });
  row.attempt([&] { rule.limits.speedup = read_limit(row, "speedup"); });
  row.attempt([&] { rule.limits.memory = read_limit(row, "memory"); });
  row.attempt([&] { rule.limits.compile_memory_mib = read_limit(row, "compile_memory_mib"); });
  row.attempt([&] { rule.limits.skew_seconds = read_limit(row, "skew_seconds"); });
  row.attempt([&] { rule.limits.growth = read_growth(row); });
  row.attempt([&] {
    if (row.has("breaks_at") && !row.has("breaks"))
      row.fail("breaks_at",
               "'breaks_at' needs 'breaks', which says how many other graph breaks are allowed");
    const std::vector<std::string> keys = limit_keys();
    const auto states = [&](const std::string& key) { return row.has(key); };
    if (std::ranges::none_of(keys, states))
      row.fail("breaks", "[[compile_limit]] sets no limit; add one of " + text::listed(keys));
  });
  return rule;
}

}  // namespace

void read_compile_limits(const TomlReader& file, Matrix& matrix) {
  for_each_row(file, "compile_limit", kCompileLimitKeys, [&](const TomlReader& row) {
    matrix.compile_limits.push_back(read_rule(row, matrix.schema()));
  });
}

CompileLimits limits_for(const PlannedCell& planned, const std::vector<CompileLimitRule>& rules,
                         const Machine& machine) {
  CompileLimits limits;
  for (const CompileLimitRule& rule : rules) {
    if (rule.select && !selects(*rule.select, planned.cell, planned.role, machine)) continue;
    if (rule.limits.breaks) {
      limits.breaks = rule.limits.breaks;
      limits.breaks_at = rule.limits.breaks_at;
    }
    if (rule.limits.recompiles) limits.recompiles = rule.limits.recompiles;
    if (rule.limits.speedup) limits.speedup = rule.limits.speedup;
    if (rule.limits.memory) limits.memory = rule.limits.memory;
    if (rule.limits.skew_seconds) limits.skew_seconds = rule.limits.skew_seconds;
    if (rule.limits.growth) limits.growth = rule.limits.growth;
    if (rule.limits.compile_memory_mib) limits.compile_memory_mib = rule.limits.compile_memory_mib;
  }
  return limits;
}

}  // namespace gridlock::matrix
