// gridlock bench gpus runs generated programs of two ranks on GPUs under gridlock exec, half of
// which hang (harness/rank/testing/gridlock_testing/gpu_program.py), and counts right verdicts.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "bench/testing_module.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/selftest/quantile.h"

namespace gridlock::bench {
namespace {

using nlohmann::json;

struct GpuOptions {
  int runs = 400;
  int jobs = 4;
  int seed = 1;
  int seconds = 3600;  // after which no program is started
};

constexpr double kAtLeast = 0.98;     // share of hangs that are told with the right ranks
constexpr double kLatestMs = 2000.0;  // time to the verdict

struct GpuTally {
  int healthy = 0, false_proofs = 0, disturbed = 0;  // disturbed: healthy, but not ended as such
  int hanging = 0, right = 0, late = 0;
  std::vector<double> latencies_ms;
};

GpuTally tally_of(const json& rows) {
  GpuTally tally;
  for (const json& row : rows) {
    const bool right = row.at("right").get<bool>();
    if (!row.at("hangs").get<bool>()) {
      ++tally.healthy;
      tally.false_proofs += row.at("answer") == "deadlock" ? 1 : 0;
      tally.disturbed += right ? 0 : 1;
      continue;
    }
    ++tally.hanging;
    tally.right += right ? 1 : 0;
    if (!row.at("latency_ms").is_number()) continue;
    tally.latencies_ms.push_back(row.at("latency_ms").get<double>());
    tally.late += tally.latencies_ms.back() > kLatestMs ? 1 : 0;
  }
  std::ranges::sort(tally.latencies_ms);
  return tally;
}

// Prints the wrong verdicts and the targets. Returns whether the targets are met.
bool print(const json& rows, const GpuTally& tally) {
  for (const json& row : rows) {
    if (row.at("right").get<bool>()) continue;
    fmt::print("wrong: {}: {} {}\n", row.at("arguments").get<std::string>(),
               row.at("answer").get<std::string>(), row.at("ranks").dump());
  }
  const bool met = tally.disturbed == 0 && tally.late == 0 &&
                   tally.right >= kAtLeast * static_cast<double>(tally.hanging);
  fmt::print(
      "healthy: {}, of which {} proved to be deadlocks and {} did not end as without gridlock\n"
      "hanging: {}, of which {} told with the right ranks (target {:.0f} %); proofs "
      "after {:.0f} ms (median), {:.0f} ms (99 %), {} later than {:.0f} ms\n{}\n",
      tally.healthy, tally.false_proofs, tally.disturbed, tally.hanging, tally.right,
      100 * kAtLeast, selftest::quantile(tally.latencies_ms, 0.5),
      selftest::quantile(tally.latencies_ms, 0.99), tally.late, kLatestMs, met ? "met" : "MISSED");
  return met;
}

int bench_gpus(const GpuOptions& options) {
  const auto result = run_on_gpus("gpu_programs", {{"runs", options.runs},
                                                   {"jobs", options.jobs},
                                                   {"seed", options.seed},
                                                   {"seconds", options.seconds}});
  if (!result) return cli::kEnvironment;
  const json& rows = result->at("rows");
  return print(rows, tally_of(rows)) ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_gpus(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "gpus", "Right and wrong verdicts about generated programs of two ranks with NCCL");
  auto options = std::make_shared<GpuOptions>();
  command.option("--runs", options->runs, "How many programs run; every second one hangs")
      .range(1, 100'000)
      .show_default();
  command.option("--jobs", options->jobs, "How many programs run at a time")
      .range(1, 64)
      .show_default();
  command.option("--seed", options->seed, "Selects the programs")
      .range(0, 1'000'000)
      .show_default();
  command.option("--seconds", options->seconds, "After how many seconds no program is started")
      .range(1, 100'000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_gpus(*options); });
}

}  // namespace gridlock::bench
