#include "bench/probe_cost.h"

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
bool run_python(const fs::path& specification, const fs::path& result) {
  const auto& here = cli::installation();
  const fs::path package = here.root / "harness" / "rank";
  process::Program program;
  program.arguments = {here.python, "-m", "gridlock_testing.probe_cost", specification, result};
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

StepCost step_cost(const json& told) {
  const auto with = told.at("with").get<std::vector<double>>();
  const auto without = told.at("without").get<std::vector<double>>();
  std::vector<double> ratios;
  for (std::size_t i = kWarmUp; i < std::min(with.size(), without.size()); ++i) {
    ratios.push_back(with[i] / without[i] - 1);
  }
  StepCost cost;
  cost.cell = told.at("cell");
  cost.events = told.at("events");
  cost.call = told.at("call");
  cost.call_more = told.at("call_more");
  cost.seconds = median({without.begin() + std::min(kWarmUp, without.size()), without.end()});
  if (ratios.empty()) return cost;
  cost.recording = cost.events * told.at("event").get<double>() / cost.seconds;
  std::sort(ratios.begin(), ratios.end());
  // Bounds of a median by ranks: it is as likely for a value to be above it as below.
  const double half = static_cast<double>(ratios.size()) / 2;
  const double apart = 0.98 * std::sqrt(static_cast<double>(ratios.size()));
  const auto at = [&](double place) {
    return ratios[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(ratios.size() - 1)))];
  };
  cost.paired = median(ratios);
  cost.low = at(half - apart);
  cost.high = at(half + apart);
  return cost;
}

bool measure_steps(const Trials& trials, int steps,
                   const std::function<void(const StepCost&)>& finished) {
  for (const matrix::PlannedCell& planned : trials.plan.cells) {
    const fs::path specification = write_specification(trials, planned, steps);
    const fs::path result = trials.folder.path() / "steps.json";
    if (!run_python(specification, result)) return false;
    finished(step_cost(json::parse(process::read_text(result))));
  }
  return true;
}

}  // namespace gridlock::bench
