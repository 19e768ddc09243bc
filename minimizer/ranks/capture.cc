#include "minimizer/ranks/capture.h"

#include <algorithm>

#include "minimizer/ranks/measurement.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr double kLeastSeconds = 120;  // time limit, because Dynamo analyzes whole models
constexpr double kLeastQuiet = 60;     // quiet limit; no rank makes a call during the analysis

}  // namespace

void capture_graphs(run::ForkServer& server, const Candidate& candidate, const fs::path& folder,
                    ScriptLimits limits, const std::stop_token& stop) {
  if (fs::exists(folder)) return;
  const fs::path captured = fs::absolute(folder);
  const fs::path unfinished = captured.string() + ".new";
  fs::create_directories(unfinished);
  Candidate capturing = candidate;
  capturing.launch.environment.emplace_back("GRIDLOCK_CAPTURE", unfinished);
  limits.seconds = std::max(limits.seconds, kLeastSeconds);
  limits.quiet_seconds = std::max(limits.quiet_seconds, kLeastQuiet);
  ScriptOracle oracle(server, {}, limits);
  measure(oracle, capturing, 1, 1, stop);
  if (!stop.stop_requested()) fs::rename(unfinished, captured);
}

}  // namespace gridlock::minimizer
