#include "matrix/compile_limits.h"

#include <algorithm>
#include <optional>
#include <string>

#include "harness/text/names.h"
#include "matrix/references.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

// As harness/rank/gridlock/compiler/breaks.py tells them apart.
const std::vector<std::string>& kinds_of_breaks() {
  static const std::vector<std::string> kKinds = {"fsdp", "data", "logging", "collective", "other"};
  return kKinds;
}

std::optional<int> read_count(const TomlReader& row, const char* key) {
  if (!row.has(key)) return std::nullopt;
  const auto count = row.int_or(key, 0);
  if (count < 0 || count > 1000000)
    row.fail(key, "'" + std::string(key) + "' is a number of 0 or more");
  return static_cast<int>(count);
}

std::vector<std::string> read_kinds(const TomlReader& row) {
  std::vector<std::string> kinds = row.strings("breaks_at");
  for (const std::string& kind : kinds) {
    if (std::ranges::count(kinds_of_breaks(), kind) > 0) continue;
    row.fail("breaks_at", "unknown kind of graph breaks '" + kind + "'" +
                              text::did_you_mean(kind, kinds_of_breaks()) + "; it is one of " +
                              text::listed(kinds_of_breaks()));
  }
  return kinds;
}

CompileLimitRule read_rule(const TomlReader& row, const Schema& schema) {
  CompileLimitRule rule;
  if (row.has("select")) rule.select = row.attempt([&] { return read_select(row, schema); });
  row.attempt([&] { rule.limits.breaks = read_count(row, "breaks"); });
  row.attempt([&] { rule.limits.breaks_at = read_kinds(row); });
  row.attempt([&] { rule.limits.recompiles = read_count(row, "recompiles"); });
  row.attempt([&] {
    if (row.has("breaks_at") && !row.has("breaks"))
      row.fail("breaks_at", "'breaks_at' needs 'breaks', the number of the others");
    if (!row.has("breaks") && !row.has("recompiles"))
      row.fail("breaks", "[[compile_limit]] states nothing: it needs 'breaks' or 'recompiles'");
  });
  return rule;
}

}  // namespace

void read_compile_limits(const TomlReader& file, Matrix& matrix) {
  for_each_row(file, "compile_limit", {"select", "breaks", "breaks_at", "recompiles"},
               [&](const TomlReader& row) {
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
  }
  return limits;
}

}  // namespace gridlock::matrix
