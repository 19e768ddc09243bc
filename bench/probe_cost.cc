#include "bench/probe_cost.h"

#include <nlohmann/json.hpp>

namespace gridlock::bench {

StepCost step_cost(const nlohmann::json& result) {
  StepCost cost;
  cost.steps = paired_steps(result);
  cost.events = result.at("events");
  cost.call = result.at("call");
  cost.call_more = result.at("call_more");
  if (cost.steps.seconds > 0)
    cost.recording = cost.events * result.at("event").get<double>() / cost.steps.seconds;
  return cost;
}

bool measure_steps(const BenchPlan& bench_plan, int steps,
                   const std::function<void(const StepCost&)>& finished) {
  for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
    const auto result = run_interleaved(bench_plan, planned, steps, "probe_cost");
    if (!result) return false;
    finished(step_cost(*result));
  }
  return true;
}

}  // namespace gridlock::bench
