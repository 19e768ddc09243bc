#include "bench/digest.h"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "bench/minimize_targets.h"
#include "bench/seconds.h"
#include "golden/digest.h"
#include "harness/cli/command.h"

namespace gridlock::bench {
namespace {

constexpr double kAtLeast = 0.70;  // of the plain sum's bandwidth

// What the results go into, so that nothing is optimized away.
volatile std::uint64_t taken;

// Of memory, the least that looks at all of it.
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

}  // namespace

int bench_digest(const DigestOptions& options) {
  const std::size_t bytes = static_cast<std::size_t>(options.mebibytes) << 20;
  std::vector<std::uint64_t> memory(bytes / 8);
  std::mt19937_64 random(1);
  for (std::uint64_t& word : memory) word = random();
  const auto gigabytes = static_cast<double>(bytes) / 1e9;

  std::vector<double> sums, digests, ratios;
  for (int i = 0; i < options.repeats; ++i) {  // one beside the other: a machine is not steady
    sums.push_back(seconds_of([&] { return plain_sum(memory.data(), memory.size()); }));
    digests.push_back(seconds_of([&] { return golden::digest(memory.data(), bytes, 0).sum; }));
    ratios.push_back(sums.back() / digests.back());
  }
  const double ratio = median_of(ratios);
  fmt::print("{} MiB on one core, median of {}\n", options.mebibytes, options.repeats);
  fmt::print("digest     {:>6.1f} GB/s\n", gigabytes / median_of(digests));
  fmt::print("plain sum  {:>6.1f} GB/s\n", gigabytes / median_of(sums));
  fmt::print("ratio      {:>6.2f}, at least {:.2f}: {}\n", ratio, kAtLeast,
             ratio >= kAtLeast ? "met" : "MISSED");
  return ratio >= kAtLeast ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
