// gridlock bench digest measures the speed of tensor digests (golden/digest.h): on one core,
// compared with a plain sum of the same memory; on a GPU, compared with a copy in GPU memory. It
// also measures the cost of digests in training steps.
#include "golden/digest.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "bench/bench.h"
#include "bench/digest_on_gpu.h"
#include "bench/minimize_targets.h"
#include "bench/paired_steps.h"
#include "bench/seconds.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/text/columns.h"

namespace gridlock::bench {
namespace {

struct DigestOptions {
  int mebibytes = 256;  // size of the memory, which is far larger than any cache
  int gpu_mebibytes = 4096;
  int repeats = 9;
  int steps = 200;  // per training run
};

constexpr double kAtLeast = 0.70;  // least share of the plain sum's bandwidth
constexpr double kAtMost = 0.02;   // largest share of the time of a step
constexpr const char* kStepRow = "{:<48}{:>9}{:>10}{:>13}{:>8}\n";

// Receives all results, so that the compiler cannot remove the computations.
volatile std::uint64_t taken;

// Returns a plain sum, which is the cheapest operation that reads all of the memory.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#endif
std::uint64_t
plain_sum(const std::uint64_t* words, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += words[i];
  return sum;
}

double seconds_of(const std::function<std::uint64_t()>& work) {
  const auto began = std::chrono::steady_clock::now();
  taken = taken + work();
  return seconds_since(began);
}

const char* verdict(bool met) {
  return met ? "met" : "MISSED";
}

bool bandwidth_is_met(const DigestOptions& options) {
  const std::size_t bytes = static_cast<std::size_t>(options.mebibytes) << 20;
  std::vector<std::uint64_t> memory(bytes / 8);
  std::mt19937_64 random(1);
  for (std::uint64_t& word : memory) word = random();
  const auto gigabytes = static_cast<double>(bytes) / 1e9;

  std::vector<double> sums, digests, ratios;
  // The two measurements alternate, because the machine's speed varies.
  for (int i = 0; i < options.repeats; ++i) {
    sums.push_back(seconds_of([&] { return plain_sum(memory.data(), memory.size()); }));
    digests.push_back(seconds_of([&] { return golden::digest(memory.data(), bytes, 0).sum; }));
    ratios.push_back(sums.back() / digests.back());
  }
  const double ratio = median_of(ratios);
  fmt::print("{} MiB on one core, median of {}\n", options.mebibytes, options.repeats);
  fmt::print("digest     {:>6.1f} GB/s\n", gigabytes / median_of(digests));
  fmt::print("plain sum  {:>6.1f} GB/s\n", gigabytes / median_of(sums));
  fmt::print("ratio      {:>6.2f}, target at least {:.2f}: {}\n", ratio, kAtLeast,
             verdict(ratio >= kAtLeast));
  return ratio >= kAtLeast;
}

// Returns whether the targets for training steps are met. Returns nullopt if a training run did not
// end.
std::optional<bool> steps_are_met(const BenchPlan& bench_plan, int count) {
  fmt::print(kStepRow, "a training step", "ms", "in turn", "95 %", "");
  bool met = true;
  for (const matrix::PlannedCell& planned : bench_plan.plan.cells) {
    const auto result = run_interleaved(bench_plan, planned, count, "digest_cost");
    if (!result) return std::nullopt;
    const PairedTimes steps = paired_steps(*result);
    met &= steps.paired <= kAtMost;
    fmt::print(kStepRow, text::cut_middle(steps.cell, 47),
               fmt::format("{:.1f}", 1000 * steps.seconds), percent(steps.paired), bounds(steps),
               verdict(steps.paired <= kAtMost));
    std::fflush(stdout);
  }
  return met;
}

// Prints medians and the targets. Returns an exit code, which is 1 if a target is missed.
int bench_digest(const DigestOptions& options) {
  const BenchPlan bench_plan("startup");
  bool met = bandwidth_is_met(options);
  fmt::print("\n");
  if (bench_plan.machine.gpus > 0) {
    const std::size_t bytes = static_cast<std::size_t>(options.gpu_mebibytes) << 20;
    const auto fast = gpu_bandwidth_is_met(bytes, options.repeats, bench_plan.folder.path());
    if (!fast) return cli::kEnvironment;
    met &= *fast;
    fmt::print("\n");
  }
  const std::optional<bool> cheap = steps_are_met(bench_plan, options.steps);
  if (!cheap) {
    fmt::print(stderr, "gridlock: a training run failed; its output is above\n");
    return cli::kEnvironment;
  }
  return met && *cheap ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_digest(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "digest", "Bandwidth of tensor digests, and their overhead per training step");
  auto options = std::make_shared<DigestOptions>();
  command.option("--mib", options->mebibytes, "MiB of memory to digest")
      .range(1, 65536)
      .show_default();
  command
      .option("--gpu-mib", options->gpu_mebibytes, "MiB of GPU memory to digest, if there is a GPU")
      .range(1, 65536)
      .show_default();
  command.option("--repeats", options->repeats, "How many times each speed is measured")
      .range(1, 1000)
      .show_default();
  command.option("--steps", options->steps, "How many steps each training run has")
      .range(20, 100000)
      .show_default();
  command.action([options, &exit_code] { exit_code = bench_digest(*options); });
}

}  // namespace gridlock::bench
