#include "bench/gpu_cost.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/paired_steps.h"
#include "bench/testing_module.h"
#include "harness/cli/command.h"
#include "harness/controller/machine.h"
#include "harness/process/temporary_folder.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {

int print_gpu_cost(int steps) {
  if (controller::inspect_machine().gpus == 0) {
    fmt::print(stderr, "gridlock: no GPU is visible here\n");
    return cli::kEnvironment;
  }
  const process::TemporaryFolder folder("bench-gpu-cost");
  const nlohmann::json specification = {
      {"gridlock", (workspace::installation().binaries / "gridlock").string()},
      {"folder", folder.path().string()},
      {"steps", steps}};
  const auto result = run_testing_module("gpu_cost", specification, folder.path());
  if (!result) return cli::kEnvironment;
  constexpr const char* kRow = "{:<28}{:>12}{:>10}{:>14}\n";
  fmt::print(kRow, "", "torchrun", "exec", "95 %");
  for (const nlohmann::json& row : result->at("rows")) {
    const PairedTimes times = paired_steps(row);
    fmt::print(kRow, times.cell, fmt::format("{:.2f} ms", 1e3 * times.seconds),
               percent(times.paired), bounds(times));
  }
  fmt::print("{} ranks; medians of {} pairs of steps\n", result->at("ranks").get<int>(), steps);
  return cli::kExpected;
}

}  // namespace gridlock::bench
