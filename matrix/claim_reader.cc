#include "matrix/claim_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/text/names.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

const std::map<std::string, Law, std::less<>>& laws() {
  using Kind = Law::Kind;
  static const std::map<std::string, Law, std::less<>> kLaws = {
      {"flat", {Kind::kGrowth, 0, "flat"}},           {"linear", {Kind::kGrowth, 1, "linear"}},
      {"quadratic", {Kind::kGrowth, 2, "quadratic"}}, {"rises", {Kind::kRises, 0, "rises"}},
      {"falls", {Kind::kFalls, 0, "falls"}},          {"equal", {Kind::kEqual, 0, "equal"}}};
  return kLaws;
}

Law read_law(const TomlReader& row) {
  const toml::node* node = row.node("law");
  if (node != nullptr && node->is_number()) {
    const double exponent = row.number_or("law", 0);
    if (!std::isfinite(exponent) || exponent < 0)
      row.fail("law", "'law' must be a word or an exponent of 0 or more");
    return {Law::Kind::kGrowth, exponent, "size^" + to_string(Value(exponent))};
  }
  const std::string word = row.required_string("law");
  if (const auto law = laws().find(word); law != laws().end()) return law->second;
  std::vector<std::string> words;
  for (const auto& [name, law] : laws()) words.push_back(name);
  row.fail("law", "'law' must be an exponent or one of " + text::listed(words) +
                      text::did_you_mean(word, words));
}

std::string read_metric(const TomlReader& row) {
  const std::string metric = row.required_string("metric");
  if (std::ranges::count(metric_names(), metric) > 0) return metric;
  row.fail("metric", "unknown metric '" + metric + "'" +
                         text::did_you_mean(metric, metric_names()) + "; a metric is one of " +
                         text::listed(metric_names()));
}

bool is_of_numbers(const Axis& axis) {
  return axis.type == ValueType::kInt || axis.type == ValueType::kFloat;
}

// Returns the values of the axis: first the listed values in the order of the file, then the values
// that only an [[add]] may use, in the order of declaration.
std::vector<std::string> order_of(const Axis& axis, const Matrix& matrix) {
  std::vector<std::string> order;
  const auto add = [&](const Value& value) {
    if (std::ranges::count(order, to_string(value)) == 0) order.push_back(to_string(value));
  };
  for (const Listings* listings : {&matrix.axes, &matrix.gpu_axes}) {
    const auto listing = listings->find(axis.name);
    if (listing == listings->end()) continue;
    for (const ListedValue& listed : listing->second.values) add(listed.value);
  }
  for (const Value& value : axis.values) add(value);
  return order;
}

std::string read_over(const TomlReader& row, const Law& law, const Matrix& matrix) {
  const std::string over = row.required_string("over");
  const Axis& axis = matrix.schema().at(over, row.place("over"));
  if (law.kind == Law::Kind::kGrowth && !is_of_numbers(axis))
    row.fail("over", "'" + over + "' has words as values, so 'law' must be equal, rises or falls");
  return over;
}

double read_factor(const TomlReader& row, const std::string& metric) {
  const bool is_rounded = metric == "loss" || metric == "grad_norm";
  if (is_rounded && !row.has("factor"))
    row.fail("metric", "a claim about '" + metric +
                           "' needs a 'factor', because its values have rounding errors");
  const double factor = row.number_or("factor", 0);
  if (!row.has("factor") || (std::isfinite(factor) && factor >= 1)) return factor;
  row.fail("factor", "'factor' must be 1 or more; 2 allows twice the value that the law allows");
}

Claim read_claim(const TomlReader& row, const Matrix& matrix) {
  Claim claim;
  row.attempt([&] { claim.name = row.required_string("name"); });
  row.attempt([&] { claim.metric = read_metric(row); });
  row.attempt([&] { claim.law = read_law(row); });
  row.attempt([&] {
    claim.over = read_over(row, claim.law, matrix);
    const Axis& axis = *matrix.schema().find(claim.over);
    if (!is_of_numbers(axis)) claim.order = order_of(axis, matrix);
  });
  row.attempt([&] { claim.factor = read_factor(row, claim.metric); });
  if (row.has("issue")) row.attempt([&] { claim.issue = row.required_link("issue"); });
  claim.along = row.strings("along");
  for (const std::string& axis : claim.along)
    row.attempt([&] { matrix.schema().at(axis, row.place("along")); });
  if (row.has("select"))
    claim.select = row.attempt([&] { return read_select(row, matrix.schema()); });
  return claim;
}

}  // namespace

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> kNames = {"compile_seconds",
                                                  "compile_cpu_seconds",
                                                  "compile_skew_seconds",
                                                  "step_seconds",
                                                  "steady_step_seconds",
                                                  "speedup",
                                                  "compile_memory_mib",
                                                  "peak_memory_mib",
                                                  "graphs",
                                                  "breaks",
                                                  "recompiles",
                                                  "cache_hits",
                                                  "cache_misses",
                                                  "cache_bypasses",
                                                  "loss",
                                                  "grad_norm"};
  return kNames;
}

void read_claims(const TomlReader& file, Matrix& matrix) {
  for_each_row(file, "claim", kClaimKeys,
               [&](const TomlReader& row) { matrix.claims.push_back(read_claim(row, matrix)); });
}

}  // namespace gridlock::matrix
