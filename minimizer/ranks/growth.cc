#include "minimizer/ranks/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/reports.h"

namespace gridlock::minimizer {
namespace {

constexpr double kHighestOrder = 3;  // of growth that is expensive, but no explosion
constexpr double kMargin = 0.5;      // of a search, so that its result explodes on another day, too
constexpr double kNoticedSeconds = 1;  // for less nobody waits, and it is noise

constexpr const char* kMeasureBothSizes = R"python(import math, os, re, subprocess, sys
if "RANK" not in os.environ:  # starts its ranks itself, with two sizes, and compares compile times
    sizes, seconds = ({small}, {large}), []
    for size in sizes:
        arguments = [word.replace("{{}}", str(size)) for word in sys.argv[1:]]
        command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        command += ["--nproc-per-node", "{ranks}", sys.argv[0], *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        print(done.stdout, end="")
        if done.returncode:
            sys.exit(done.returncode)
        told = re.findall(r"^compile seconds: (\S+)", done.stdout, re.MULTILINE)
        seconds.append(max(map(float, told), default=0.0))
    print(*(f"size {{n}}: compiled for {{s:.2f}} s" for n, s in zip(sizes, seconds)), sep="\n")
    order = math.log(max(seconds[1], 1e-9) / max(seconds[0], 1e-9)) / math.log(sizes[1] / sizes[0])
    if seconds[1] >= {least:g} and order > {highest:g}:
        print(f"blow-up: compile time grows like size^{{order:.1f}}")
        sys.exit(1)
    sys.exit(0)
import atexit
import torch._dynamo.utils
@atexit.register
def tell():
    spent = torch._dynamo.utils.calculate_time_spent().get("total_wall_time", 0.0)
    print(f"compile seconds: {{spent:.3f}}", flush=True)
)python";

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
  if (large_seconds < kNoticedSeconds || !(order > kHighestOrder + kMargin)) return std::nullopt;
  return Signature{kBlowup, {{"class", "beyond the third power"}}};
}

std::string measuring_launcher(const Growth& growth, int ranks) {
  return fmt::format(kMeasureBothSizes, fmt::arg("small", growth.small),
                     fmt::arg("large", growth.large), fmt::arg("ranks", ranks),
                     fmt::arg("least", kNoticedSeconds), fmt::arg("highest", kHighestOrder));
}

}  // namespace gridlock::minimizer
