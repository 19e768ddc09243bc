#include "harness/selftest/trial_run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "harness/run/run.h"
#include "harness/selftest/score.h"
#include "harness/selftest/trials.h"
#include "harness/selftest/wrong_numbers.h"
#include "harness/verdict/verdict.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/launch.h"

namespace gridlock::selftest {
namespace {

controller::TrainingOptions training_options(const TrialSettings& settings) {
  controller::TrainingOptions options;
  options.jobs = settings.jobs;
  options.probe = settings.probe;
  options.rerun_command = workspace::program_name() + " selftest";
  options.machine = settings.machine;
  options.launch = workspace::launch_options();
  return options;
}

class Listener : public report::Reporter {
 public:
  using Finished = std::function<void(const Score&)>;
  Listener(const std::vector<matrix::Trial>& trials, const matrix::Plan& plan,
           const TrialSettings& settings, const controller::RunFolder& folder,
           const Finished& finished)
      : plan_(plan), settings_(settings), folder_(folder), finished_(finished) {
    for (const matrix::Trial& trial : trials) trials_[trial.matrix.name] = &trial;
  }

  void on_start(const matrix::Plan&, const report::RunInfo& info, double now) override {
    for (const verdict::CellRecord& record : info.earlier) on_cell_finished(record, now);
  }

  void on_cell_finished(const verdict::CellRecord& record, double) override {
    if (!verdict::row(record.verdict).ran_to_verdict) return;
    const matrix::Cell& cell = plan_.find(record.cell)->cell;
    const matrix::Trial& trial = *trials_.at(record.case_name);
    auto outcome = expected(trial, cell, backend_of(cell, settings_.machine));
    // A cell without a partner cannot diverge, so no place is expected.
    if (!outcome.at.empty() && plan_.find(record.cell)->relations.empty())
      outcome = {outcome.verdicts, outcome.verdict_class, std::nullopt};
    records_[record.cell] = record;
    if (!outcome.at.empty()) {
      placed_.emplace_back(record.cell, outcome);
    } else {
      finish(settings_.probe ? outcome : unprobed(outcome), record);
    }
  }

  // Finds where wrong results begin in the cells of `placed_`. Then reports these cells as finished
  // and deletes their tensor traces. Returns false if interrupted; the traces then stay.
  bool locate(const std::function<bool()>& interrupted) {
    for (const auto& [id, outcome] : placed_) {
      if (interrupted()) return false;
      const matrix::RelationTo& relation = plan_.find(id)->relations.at(0);
      finish(outcome, records_.at(id),
             examine(traced(id), traced(relation.partner), relation.exact));
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder_.tensor_trace(0, 0).parent_path(), ignored);
    return true;
  }

 private:
  TracedCell traced(const std::string& id) const {
    const auto index = static_cast<std::size_t>(plan_.find(id) - plan_.cells.data());
    return {records_.at(id), folder_.tensor_trace(index, 0)};
  }

  void finish(const matrix::Outcome& outcome, const verdict::CellRecord& record,
              const std::optional<WrongNumbers>& wrong = {}) {
    Score result = score(outcome, record, wrong);
    if (!record.evidence.empty()) result.evidence = folder_.root() / record.evidence;
    finished_(result);
  }

  std::map<std::string, const matrix::Trial*> trials_;  // by case
  const matrix::Plan& plan_;
  const TrialSettings& settings_;
  const controller::RunFolder& folder_;
  const Finished& finished_;
  std::map<std::string, verdict::CellRecord> records_;           // by cell
  std::vector<std::pair<std::string, matrix::Outcome>> placed_;  // cells to locate, in order
};

}  // namespace

bool run_trials(const std::vector<matrix::Trial>& trials, const matrix::Plan& plan,
                const TrialSettings& settings, const run::KeptRun& place,
                const std::function<bool()>& interrupted,
                const std::function<void(const Score&)>& finished) {
  Listener listener(trials, plan, settings, place.folder, finished);
  const run::RunOptions options = {.training = training_options(settings),
                                   .folder = place.folder,
                                   .identity = place.identity,
                                   .resume = settings.resume,
                                   .interrupted = interrupted};
  if (run::run(plan, options, listener).end != report::End::kCompleted) return false;
  return listener.locate(interrupted);
}

}  // namespace gridlock::selftest
