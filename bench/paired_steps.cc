#include "bench/paired_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/controller/specification.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kWarmUp = 10;  // steps that compile, and those that fill caches

fs::path write_specification(const Trials& trials, const matrix::PlannedCell& planned, int steps) {
  protocol::RankSpec spec = spec_of(trials, planned);
  spec.world_size = controller::world_size_of(planned.cell);
  spec.steps = steps;
  const fs::path path = trials.folder.path() / "specification.json";
  std::ofstream(path) << to_json(spec).dump();
  return path;
}

// Says what it printed where it fails.
bool run_python(const std::string& name, const fs::path& specification, const fs::path& result) {
  const auto& here = cli::installation();
  const fs::path package = here.root / "harness" / "rank";
  process::Program program;
  program.arguments = {here.python, "-m", "gridlock_testing." + name, specification, result};
  program.environment = compiler_caches();
  program.environment["PYTHONPATH"] = package.string() + ":" + (package / "testing").string() +
                                      ":" + (here.binaries.parent_path() / "lib").string();
  const process::Fd output = process::make_log();
  program.standard_output = output.get();
  if (process::run(std::move(program)) == 0) return true;
  fmt::print(stderr, "{}", process::read_log(output.get()));
  return false;
}

}  // namespace

PairedSteps paired_steps(const json& told) {
  const auto with = told.at("with").get<std::vector<double>>();
  const auto without = told.at("without").get<std::vector<double>>();
  std::vector<double> ratios;
  for (std::size_t i = kWarmUp; i < std::min(with.size(), without.size()); ++i) {
    ratios.push_back(with[i] / without[i] - 1);
  }
  PairedSteps steps;
  steps.cell = told.at("cell");
  steps.seconds = median({without.begin() + std::min(kWarmUp, without.size()), without.end()});
  if (ratios.empty()) return steps;
  std::sort(ratios.begin(), ratios.end());
  // Bounds of a median by ranks: it is as likely for a value to be above it as below.
  const double half = static_cast<double>(ratios.size()) / 2;
  const double apart = 0.98 * std::sqrt(static_cast<double>(ratios.size()));
  const auto at = [&](double place) {
    return ratios[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(ratios.size() - 1)))];
  };
  steps.paired = median(ratios);
  steps.low = at(half - apart);
  steps.high = at(half + apart);
  return steps;
}

std::optional<json> take_turns(const Trials& trials, const matrix::PlannedCell& planned, int steps,
                               const std::string& name) {
  const fs::path specification = write_specification(trials, planned, steps);
  const fs::path result = trials.folder.path() / "steps.json";
  if (!run_python(name, specification, result)) return std::nullopt;
  return json::parse(process::read_text(result));
}

std::string percent(double share) {
  return fmt::format("{:+.1f} %", 100 * share);
}

std::string bounds(const PairedSteps& steps) {
  return fmt::format("{:+.1f} {:+.1f}", 100 * steps.low, 100 * steps.high);
}

}  // namespace gridlock::bench
