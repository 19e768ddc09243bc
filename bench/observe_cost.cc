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

// Returns one side's times by pair, with the name of the cell.
json named(const json& told, const char* times) {
  json result = told.at(times);
  result["cell"] = told.at("cell");
  return result;
}

}  // namespace

ObserveCost observe_cost(const json& told) {
  const json& compiles = told.at("compiles");
  ObserveCost cost;
  cost.compiles = paired_times(named(told, "compiles"), 0);
  cost.itself = share(compiles.at("itself"), compiles.at("with"));
  cost.steps = paired_steps(named(told, "steps"));
  cost.calls = told.at("calls");
  return cost;
}

std::optional<ObserveCost> measure_observing(const Trials& trials,
                                             const matrix::PlannedCell& planned, int pairs,
                                             int steps) {
  json specification = training_of(trials, planned, steps);
  specification["pairs"] = pairs;
  const auto told = run_testing_module("observe_cost", specification, trials.folder.path());
  if (!told) return std::nullopt;
  return observe_cost(*told);
}

}  // namespace gridlock::bench
