#include "bench/paired_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/testing_module.h"
#include "harness/controller/specification.h"

namespace gridlock::bench {
namespace {

using nlohmann::json;

constexpr std::size_t kWarmUp = 10;

}  // namespace

PairedTimes paired_times(const json& result, std::size_t warm_up) {
  const auto with = result.at("with").get<std::vector<double>>();
  const auto without = result.at("without").get<std::vector<double>>();
  std::vector<double> ratios;
  for (std::size_t i = warm_up; i < std::min(with.size(), without.size()); ++i) {
    ratios.push_back(with[i] / without[i] - 1);
  }
  PairedTimes times;
  times.cell = result.at("cell");
  times.seconds = median({without.begin() + std::min(warm_up, without.size()), without.end()});
  if (ratios.empty()) return times;
  std::sort(ratios.begin(), ratios.end());
  // The bounds of the median are two of the sorted values. The binomial distribution determines how
  // many values lie between them, because a value is as likely to be above the median as below it.
  const double half = static_cast<double>(ratios.size()) / 2;
  const double apart = 0.98 * std::sqrt(static_cast<double>(ratios.size()));
  const auto at = [&](double place) {
    return ratios[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(ratios.size() - 1)))];
  };
  times.paired = median(ratios);
  times.low = at(half - apart);
  times.high = at(half + apart);
  return times;
}

PairedTimes paired_steps(const json& result) {
  return paired_times(result, kWarmUp);
}

json training_of(const BenchPlan& bench_plan, const matrix::PlannedCell& planned, int steps) {
  protocol::RankSpec spec = spec_of(bench_plan, planned);
  spec.world_size = controller::world_size_of(planned.cell);
  spec.steps = steps;
  return to_json(spec);
}

std::optional<json> run_interleaved(const BenchPlan& bench_plan, const matrix::PlannedCell& planned,
                                    int steps, const std::string& name) {
  return run_testing_module(name, training_of(bench_plan, planned, steps),
                            bench_plan.folder.path());
}

std::string percent(double share) {
  return fmt::format("{:+.1f} %", 100 * share);
}

std::string bounds(const PairedTimes& times) {
  return fmt::format("{:+.1f} {:+.1f}", 100 * times.low, 100 * times.high);
}

}  // namespace gridlock::bench
