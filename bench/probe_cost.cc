#include "bench/probe_cost.h"

#include <nlohmann/json.hpp>

namespace gridlock::bench {

StepCost step_cost(const nlohmann::json& told) {
  StepCost cost;
  cost.steps = paired_steps(told);
  cost.events = told.at("events");
  cost.call = told.at("call");
  cost.call_more = told.at("call_more");
  if (cost.steps.seconds > 0)
    cost.recording = cost.events * told.at("event").get<double>() / cost.steps.seconds;
  return cost;
}

bool measure_steps(const Trials& trials, int steps,
                   const std::function<void(const StepCost&)>& finished) {
  for (const matrix::PlannedCell& planned : trials.plan.cells) {
    const auto told = take_turns(trials, planned, steps, "probe_cost");
    if (!told) return false;
    finished(step_cost(*told));
  }
  return true;
}

}  // namespace gridlock::bench
