#include "minimizer/ranks/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "harness/diagnosis/blowup.h"
#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/reports.h"

namespace gridlock::minimizer {
namespace {

// Compile times vary from run to run. A candidate must exceed kHighestOrder by this margin, so that
// the result of a search also explodes in later runs.
constexpr double kMargin = 0.5;

double order_of(double small_seconds, double large_seconds, const Growth& growth) {
  return std::log(large_seconds / small_seconds) /
         std::log(static_cast<double>(growth.large) / growth.small);
}

}  // namespace

std::optional<Growth> growth_from(const std::string& text) {
  static const std::regex kSizes(R"((\d{1,6}),(\d{1,6}))");
  std::smatch match;
  if (!std::regex_match(text, match, kSizes)) return std::nullopt;
  const Growth growth{std::stoi(match[1]), std::stoi(match[2])};
  if (growth.small < 1 || growth.large <= growth.small) return std::nullopt;
  return growth;
}

bool takes_size(const Launch& launch) {
  return std::ranges::any_of(launch.arguments, [](const std::string& word) {
    return word.find("{}") != std::string::npos;
  });
}

Launch with_size(Launch launch, int size) {
  const std::string number = std::to_string(size);
  for (std::string& word : launch.arguments) {
    for (std::size_t at = 0; (at = word.find("{}", at)) != std::string::npos;) {
      word.replace(at, 2, number);
      at += number.size();
    }
  }
  return launch;
}

std::optional<double> compile_seconds_in(const std::string& output) {
  std::optional<double> longest;
  for (const std::string& text : reports_in(output, kCountReport)) {
    const auto report = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!report.is_object() || !report["compiled"].is_object()) continue;
    const double seconds = report["compiled"].value("seconds", 0.0);
    if (seconds > 0) longest = std::max(longest.value_or(0), seconds);
  }
  return longest;
}

std::string growth_words(double small_seconds, double large_seconds, const Growth& growth) {
  return fmt::format(
      "compiles for {:.2g} s at size {}, for {:.2g} s at size {}: compile time grows "
      "like size^{:.1f}",
      small_seconds, growth.small, large_seconds, growth.large,
      order_of(small_seconds, large_seconds, growth));
}

std::optional<Signature> find_explosion(double small_seconds, double large_seconds,
                                        const Growth& growth) {
  const double order = order_of(small_seconds, large_seconds, growth);
  if (large_seconds < diagnosis::kNoticedSeconds) return std::nullopt;
  if (!(order > diagnosis::kHighestOrder + kMargin)) return std::nullopt;
  return Signature{kBlowup, {{"class", "beyond the third power"}}};
}

}  // namespace gridlock::minimizer
