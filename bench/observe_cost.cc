#include "bench/observe_cost.h"

#include <nlohmann/json.hpp>

#include "bench/testing_module.h"

namespace gridlock::bench {
namespace {

using nlohmann::json;

double share(const std::vector<double>& parts, const std::vector<double>& wholes) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < parts.size(); ++i) shares.push_back(parts[i] / wholes.at(i));
  return median(shares);
}

// Returns the object `times` of the result, with the name of the cell.
json named(const json& result, const char* times) {
  json named = result.at(times);
  named["cell"] = result.at("cell");
  return named;
}

}  // namespace

ObserveCost observe_cost(const json& result) {
  const json& compiles = result.at("compiles");
  ObserveCost cost;
  cost.compiles = paired_times(named(result, "compiles"), 0);
  cost.itself = share(compiles.at("itself"), compiles.at("with"));
  cost.steps = paired_steps(named(result, "steps"));
  cost.calls = result.at("calls");
  return cost;
}

std::optional<ObserveCost> measure_observing(const BenchPlan& bench_plan,
                                             const matrix::PlannedCell& planned, int pairs,
                                             int steps) {
  json specification = training_of(bench_plan, planned, steps);
  specification["pairs"] = pairs;
  const auto result = run_testing_module("observe_cost", specification, bench_plan.folder.path());
  if (!result) return std::nullopt;
  return observe_cost(*result);
}

}  // namespace gridlock::bench
