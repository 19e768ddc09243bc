// gridlock selftest: trains cases with planted faults and similar healthy cases, and reports how
// often gridlock's verdicts are right.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/later.h"
#include "harness/selftest/rates.h"
#include "harness/selftest/score.h"
#include "harness/selftest/score_text.h"
#include "harness/selftest/trial_run.h"
#include "harness/selftest/trials.h"
#include "harness/text/path.h"
#include "harness/text/quantity.h"
#include "harness/workspace/choose_folder.h"
#include "harness/workspace/signals.h"

namespace gridlock::cli {
namespace {

struct SelftestArguments {
  std::vector<std::string> case_folders;
  std::string json;
  std::string out;
  selftest::TrialSettings trials;
  bool no_probe = false;
};

class Output {
 public:
  explicit Output(const std::string& json) {
    if (json.empty()) return;
    file_.open(json);
    if (!file_) throw matrix::InputError(fmt::format("--json: cannot write {}", json));
  }

  void add(const selftest::Score& score) {
    if (scores_.empty()) std::cout << selftest::heading() << '\n';
    std::cout << selftest::line(score) << std::endl;
    if (file_.is_open()) file_ << to_json(score).dump() << std::endl;
    scores_.push_back(score);
  }
  const std::vector<selftest::Score>& scores() const { return scores_; }

 private:
  std::ofstream file_;
  std::vector<selftest::Score> scores_;
};

bool is_skipped(const matrix::PlannedCell& planned) {
  return !planned.skip.empty();
}

void check_that_some_run(const matrix::Plan& plan, const std::vector<matrix::Trial>& trials,
                         const std::string& select) {
  if (plan.cells.empty()) throw matrix::InputError(selftest::no_trial(trials, select));
  if (!std::ranges::all_of(plan.cells, is_skipped)) return;
  throw matrix::InputError("--select: no selected cell can run on this machine: " +
                           plan.cells.front().skip);
}

std::string skipped(const matrix::Plan& plan) {
  const auto number = std::ranges::count_if(plan.cells, is_skipped);
  if (number == 0) return "";
  const matrix::PlannedCell& first = *std::ranges::find_if(plan.cells, is_skipped);
  return fmt::format("skipped on this machine: {}, for example {}: {}\n",
                     text::count_of(static_cast<std::size_t>(number), "cell"), first.cell.id,
                     first.skip);
}

int selftest(SelftestArguments options) {
  options.trials.probe = !options.no_probe;
  options.trials.machine = controller::inspect_machine();
  const auto trials =
      selftest::load_trials(options.case_folders, {"faults/", "healthy/", "wrong/"});
  const matrix::Plan plan = selftest::plan_trials(trials, options.trials);
  check_that_some_run(plan, trials, options.trials.select);
  run::Identity identity = run::identity_of(plan);
  identity.select = options.trials.select;
  if (options.trials.quick) identity.strength = "quick";
  const run::KeptRun place = {
      workspace::choose_folder(options.out, plan, identity, options.trials.resume), identity};
  const workspace::Stopping stopping("stopping the cells");
  const auto interrupted = [&] { return stopping.requested(); };
  Output output(options.json);
  const auto finished = [&](const selftest::Score& score) { output.add(score); };
  const bool done =
      selftest::run_trials(trials, plan, options.trials, place, interrupted, finished);
  const selftest::Rates total = selftest::rates(output.scores());
  std::cout << '\n'
            << selftest::table_of_usual_checks(output.scores()) << describe(total) << skipped(plan)
            << "results: " << text::shown_path(place.folder.root())
            << (done ? "" : "\ninterrupted; --resume continues") << std::endl;
  if (!done) return kInterrupted;
  return total.good_enough() ? kExpected : kUnexpected;
}

}  // namespace

void add_selftest(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kSelftestCommand.name, kSelftestCommand.about());
  auto options = std::make_shared<SelftestArguments>();
  command
      .option("--select", options->trials.select,
              "Only the selected cells: a name, as in faults/missing_rank, or the id of a cell; "
              "*\nmatches anything")
      .type_name("PATTERN");
  command.option("--json", options->json, "Write one JSON line per cell to this file")
      .type_name("FILE");
  command.flag("--quick", options->trials.quick, "Train only one cell of each case");
  command
      .option("--deadline", options->trials.deadline_seconds,
              "Seconds without progress before a cell is stopped (default: from its case)")
      .type_name("SECONDS")
      .positive();
  command
      .option("--jobs", options->trials.jobs,
              "How many cells run at a time (default: as many as fit)")
      .range(1, 1024);
  command
      .option("--out", options->out,
              "Folder for results and evidence (default: a new folder, runs/selftest/TIME)")
      .type_name("DIR");
  command.flag("--resume", options->trials.resume, "Continue an interrupted selftest");
  command
      .option("--cases", options->case_folders,
              "Folder with your own faults/ or healthy/, searched first; may be repeated")
      .type_name("DIR")
      .one_value_each_time();
  command.flag("--no-probe", options->no_probe,
               "Do not record collectives, to see how often planted hangs occur without the probe");
  command.action([options, &exit_code] { exit_code = selftest(*options); });
}

}  // namespace gridlock::cli
