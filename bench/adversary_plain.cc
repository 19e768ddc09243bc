#include "bench/adversary_plain.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/adversary_rows.h"
#include "bench/testing_module.h"
#include "harness/cli/command.h"
#include "harness/controller/specification.h"
#include "harness/process/temporary_folder.h"
#include "harness/text/columns.h"
#include "harness/verdict/verdict.h"
#include "matrix/ground_truth.h"

namespace gridlock::bench {
namespace {

using nlohmann::json;

// Healthy programs must end within kMost seconds. Twins are watched for twice as long as the
// slowest healthy program took, within these limits.
constexpr double kMost = 90, kLeastWatched = 12, kMostWatched = 30;

// True verdicts, and how a program with each of them ends.
const std::map<std::string, std::string> kOutcomes = {
    {"pass", "ended"}, {"crash", "failed"}, {"deadlock", "running"}, {"stall", "running"}};

bool hangs(const std::string& truth) {
  return kOutcomes.at(truth) == "running";
}

class PlainRuns {
 public:
  PlainRuns(const matrix::Plan& plan, const matrix::GroundTruth& ground_truth, int jobs)
      : plan_(plan), ground_truth_(ground_truth), jobs_(jobs), folder_("plain") {}

  // Runs either the twins or the healthy programs, each for at most `seconds`. Returns false if
  // they could not be run.
  bool run(bool twins, double seconds) {
    std::vector<const matrix::Cell*> cells;
    json programs = json::array();
    for (const matrix::PlannedCell& planned : plan_.cells) {
      if (hangs(ground_truth_.of(planned.cell).is) != twins) continue;
      cells.push_back(&planned.cell);
      programs.push_back({{"script", keep_adversary(planned, folder_.path()).string()},
                          {"ranks", controller::world_size_of(planned.cell)},
                          {"seconds", seconds}});
    }
    const auto results =
        run_testing_module("plain_runs", {{"jobs", jobs_}, {"programs", programs}}, folder_.path());
    if (!results) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) add(*cells[i], results->at(i));
    return true;
  }
  const std::vector<PlainRun>& runs() const { return runs_; }
  // Returns the longest time of a program that did what it must do.
  double slowest() const {
    double most = 0;
    for (const PlainRun& run : runs_) {
      if (!run.contradicts()) most = std::max(most, run.seconds);
    }
    return most;
  }

 private:
  void add(const matrix::Cell& cell, const json& result) {
    runs_.push_back({.row = cell.id,
                     .truth = ground_truth_.of(cell).is,
                     .outcome = result.at("outcome"),
                     .seconds = result.at("seconds"),
                     .output = result.at("output")});
  }

  const matrix::Plan& plan_;
  const matrix::GroundTruth& ground_truth_;
  int jobs_;
  process::TemporaryFolder folder_;
  std::vector<PlainRun> runs_;
};

std::ofstream open_json(const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  file.open(path);
  if (!file) throw matrix::InputError(fmt::format("--json: cannot write {}", path));
  return file;
}

}  // namespace

bool PlainRun::contradicts() const {
  return outcome != kOutcomes.at(truth);
}

nlohmann::ordered_json to_json(const PlainRun& run) {
  return {{"row", run.row},         {"truth", run.truth},
          {"outcome", run.outcome}, {"contradicts", run.contradicts()},
          {"seconds", run.seconds}, {"output", run.output}};
}

std::string describe(const PlainRun& run) {
  std::string text = fmt::format("{}\n    truth {}, but without gridlock: {} after {:.1f} s",
                                 run.row, run.truth, run.outcome, run.seconds);
  if (!run.output.empty()) text += "\n    " + text::cut(run.output, 96);
  return text;
}

void PlainTally::add(const PlainRun& run) {
  ++by_truth_[{run.truth, run.outcome}];
  contradictions_ += run.contradicts();
}

std::string PlainTally::describe() const {
  std::string text = fmt::format("{:<12}{:<18}{:>6}\n", "truth", "without gridlock", "runs");
  for (const auto& [key, runs] : by_truth_) {
    text += fmt::format("{:<12}{:<18}{:>6}\n", key.first, key.second, runs);
  }
  return text + fmt::format("\ncontradictions to truth.toml: {}\n", contradictions_);
}

int bench_plain_adversaries(const AdversaryOptions& options) {
  const matrix::Plan plan = adversary_plan(options);
  const matrix::GroundTruth ground_truth(adversary_matrix(options.seed, options.gpus).the_case,
                                         verdict::names());
  std::ofstream file = open_json(options.json);
  PlainRuns programs(plan, ground_truth, options.jobs);
  if (!programs.run(false, kMost)) return cli::kEnvironment;
  if (!programs.run(true, std::clamp(2 * programs.slowest(), kLeastWatched, kMostWatched)))
    return cli::kEnvironment;
  PlainTally tally;
  for (const PlainRun& run : programs.runs()) {
    if (file.is_open()) file << to_json(run).dump() << '\n';
    if (run.contradicts()) std::cout << describe(run) << std::endl;
    tally.add(run);
  }
  std::cout << tally.describe() << std::flush;
  return tally.good_enough() ? cli::kExpected : cli::kUnexpected;
}

}  // namespace gridlock::bench
