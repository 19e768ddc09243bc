#include "bench/gpu_cost.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/paired_steps.h"
#include "bench/testing_module.h"
#include "harness/cli/command.h"

namespace gridlock::bench {
namespace {

// The target is missed if the whole interval is above kMost, for a step of at least kFromSeconds.
constexpr double kMost = 0.02;
constexpr double kFromSeconds = 0.010;

}  // namespace

int print_gpu_cost(int steps) {
  const auto result = run_on_gpus("gpu_cost", {{"steps", steps}});
  if (!result) return cli::kEnvironment;
  constexpr const char* kRow = "{:<28}{:>14}{:>12}{:>14}\n";
  fmt::print(kRow, "", "paused", "recording", "95 %");
  bool met = true;
  for (const nlohmann::json& row : result->at("rows")) {
    const PairedTimes times = paired_steps(row);
    met = met && (times.seconds < kFromSeconds || times.low <= kMost);
    fmt::print(kRow, times.cell, fmt::format("{:.2f} ms", 1e3 * times.seconds),
               percent(times.paired), bounds(times));
  }
  fmt::print("{} ranks; medians of {} pairs of steps\nat most {:.0f} % of steps of {:.0f} ms: {}\n",
             result->at("ranks").get<int>(), steps, 100 * kMost, 1e3 * kFromSeconds,
             met ? "met" : "MISSED");
  return met ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
