// gridlock selftest: trains cases with planted faults and similar healthy cases, and reports how
// often gridlock's verdicts are right.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/later.h"
#include "harness/cli/selftest_score.h"
#include "harness/cli/settings.h"
#include "harness/cli/trial_run.h"
#include "harness/text/path.h"

namespace gridlock::cli {
namespace {

struct SelftestArguments {
  std::vector<std::string> case_folders;
  std::string json;
  std::string out;
  TrialSettings trials;
  bool no_probe = false;
};

class Output {
 public:
  explicit Output(const std::string& json) {
    if (json.empty()) return;
    file_.open(json);
    if (!file_) throw matrix::InputError(fmt::format("--json: cannot write {}", json));
  }

  void add(const Score& score) {
    if (scores_.empty()) std::cout << heading() << '\n';
    std::cout << line(score) << std::endl;
    if (file_.is_open()) file_ << to_json(score).dump() << std::endl;
    scores_.push_back(score);
  }
  const std::vector<Score>& scores() const { return scores_; }

 private:
  std::ofstream file_;
  std::vector<Score> scores_;
};

bool is_skipped(const matrix::PlannedCell& planned) {
  return !planned.skip.empty();
}

void check_that_some_run(const matrix::Plan& plan, const std::vector<matrix::Trial>& trials,
                         const std::string& select) {
  if (plan.cells.empty()) throw matrix::InputError(no_trial(trials, select));
  if (!std::ranges::all_of(plan.cells, is_skipped)) return;
  throw matrix::InputError("--select: no selected cell can run on this machine: " +
                           plan.cells.front().skip);
}

std::string skipped(const matrix::Plan& plan) {
  const auto number = std::ranges::count_if(plan.cells, is_skipped);
  if (number == 0) return "";
  const matrix::PlannedCell& first = *std::ranges::find_if(plan.cells, is_skipped);
  return fmt::format("{} cells are skipped on this machine, for example {}: {}\n", number,
                     first.cell.id, first.skip);
}

int selftest(SelftestArguments options) {
  options.trials.probe = !options.no_probe;
  options.trials.machine = controller::inspect_machine();
  const auto trials = load_trials(options.case_folders, {"faults/", "healthy/", "wrong/"});
  const matrix::Plan plan = plan_trials(trials, options.trials);
  check_that_some_run(plan, trials, options.trials.select);
  run::Identity identity = run::identity_of(plan);
  identity.select = options.trials.select;
  if (options.trials.quick) identity.strength = "quick";
  const run::KeptRun place = {choose_folder(options.out, plan, identity, options.trials.resume),
                              identity};
  const auto interrupted = [&stop = stop_on_signals()] { return stop != 0; };
  Output output(options.json);
  const auto finished = [&](const Score& score) { output.add(score); };
  if (!run_trials(trials, plan, options.trials, place, interrupted, finished)) return kInterrupted;
  const Rates total = rates(output.scores());
  std::cout << '\n'
            << table_of_usual_checks(output.scores()) << describe(total) << skipped(plan)
            << "results: " << text::shown_path(place.folder.root()) << std::endl;
  return total.good_enough() ? kExpected : kUnexpected;
}

}  // namespace

void add_selftest(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kSelftestCommand.name, kSelftestCommand.about());
  auto options = std::make_shared<SelftestArguments>();
  command
      .option("--select", options->trials.select,
              "Only these: a name such as faults/missing_rank or a cell's id; * matches\nanything")
      .type_name("PATTERN");
  command.option("--json", options->json, "Write one JSON line per cell to this file")
      .type_name("FILE");
  command.flag("--quick", options->trials.quick, "One cell of each case");
  command
      .option("--deadline", options->trials.deadline_seconds,
              "Seconds without progress before a cell is stopped (default: from its case)")
      .type_name("SECONDS")
      .positive();
  command.option("--jobs", options->trials.jobs, "Cells to run at a time (as many as fit)")
      .range(1, 1024);
  command
      .option("--out", options->out,
              "Folder of results and evidence (default: a new one, runs/selftest/TIME)")
      .type_name("DIR");
  command.flag("--resume", options->trials.resume, "Resume an interrupted selftest");
  command
      .option("--cases", options->case_folders,
              "Folder with your own faults/ or healthy/, searched first; may be repeated")
      .type_name("DIR")
      .one_value_each_time();
  command.flag("--no-probe", options->no_probe,
               "Do not record collectives: shows how often planted hangs hang without the probe");
  command.action([options, &exit_code] { exit_code = selftest(*options); });
}

}  // namespace gridlock::cli
