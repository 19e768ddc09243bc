#include "bench/digest_on_gpu.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/minimize_targets.h"
#include "bench/testing_module.h"

namespace gridlock::bench {
namespace {

constexpr double kLeastOfACopy = 0.85;

}  // namespace

std::optional<bool> gpu_bandwidth_is_met(std::size_t bytes, int repeats,
                                         const std::filesystem::path& folder) {
  const auto result =
      run_testing_module("digest_speed", {{"bytes", bytes}, {"repeats", repeats}}, folder);
  if (!result) return std::nullopt;
  const auto digests = result->at("digest").get<std::vector<double>>();
  const auto copies = result->at("copy").get<std::vector<double>>();
  const auto gigabytes = static_cast<double>(bytes) / 1e9;
  std::vector<double> ratios;  // digest to copy, in bytes per second; a copy moves each byte twice
  for (std::size_t i = 0; i < digests.size(); ++i) ratios.push_back(copies[i] / digests[i] / 2);
  const double ratio = median_of(ratios);
  fmt::print("{} MiB on one {}, median of {}\n", bytes >> 20,
             result->at("device").get<std::string>(), repeats);
  fmt::print("digest     {:>6.0f} GB/s read\n", gigabytes / median_of(digests));
  fmt::print("copy       {:>6.0f} GB/s read and written\n", 2 * gigabytes / median_of(copies));
  fmt::print("ratio      {:>6.2f}, target at least {:.2f}: {}\n", ratio, kLeastOfACopy,
             ratio >= kLeastOfACopy ? "met" : "MISSED");
  return ratio >= kLeastOfACopy;
}

}  // namespace gridlock::bench
