#include "harness/cli/trial_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/cli/command.h"
#include "harness/cli/settings.h"
#include "harness/controller/specification.h"
#include "harness/run/run.h"
#include "harness/text/names.h"
#include "harness/verdict/verdict.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

std::string backend_of(const matrix::Cell& cell, const controller::MachineFacts& machine) {
  return controller::trains_on_gpus(cell, machine) ? "nccl" : "gloo";
}

// The pattern language of ids, on one text.
bool fits(const std::string& pattern, const std::string& text) {
  static const matrix::Vocabulary kNames = {{"id", matrix::ValueType::kWord, {}}};
  const matrix::Value value(text);
  return matrix::Expression::parse("id~" + pattern, kNames).holds([&](std::string_view) {
    return &value;
  });
}

bool shows(const matrix::Trial& trial, const controller::MachineFacts& machine,
           const matrix::PlannedCell& planned) {
  const std::string backend = backend_of(planned.cell, machine);
  return planned.skip.empty() && expected(trial, planned.cell, backend).fault_shows();
}

// The first value of each axis.
matrix::Plan base_cell(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Matrix matrix = trial.matrix;
  for (auto* axes : {&matrix.axes, &matrix.gpu_axes}) {
    for (auto& [name, listing] : *axes) listing.values.resize(1);
  }
  return matrix::plan(matrix, {machine.gpus});
}

// Smaller cells first: a time to compile is judged by those of smaller siblings.
matrix::Plan all_cells(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Plan plan = matrix::plan(trial.matrix, {machine.gpus});
  std::ranges::stable_sort(plan.cells, {}, [](const matrix::PlannedCell& planned) {
    return controller::world_size_of(planned.cell);
  });
  return plan;
}

// The base cell, or all up to the first one in which the fault shows: it may show only by
// comparison.
matrix::Plan few_cells(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Plan base = base_cell(trial, machine);
  if (base.cells.empty()) return base;
  if (trial.expected.empty() || shows(trial, machine, base.cells.front())) return base;
  matrix::Plan plan = all_cells(trial, machine);
  const auto last = std::ranges::find_if(
      plan.cells, [&](const auto& planned) { return shows(trial, machine, planned); });
  if (last != plan.cells.end()) plan.cells.erase(last + 1, plan.cells.end());
  return plan;
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
    const auto outcome = expected(trial, cell, backend_of(cell, settings_.machine));
    Score result = score(settings_.probe ? outcome : unprobed(outcome), record);
    if (!record.evidence.empty()) result.evidence = folder_.root() / record.evidence;
    finished_(result);
  }

 private:
  std::map<std::string, const matrix::Trial*> trials_;  // by case
  const matrix::Plan& plan_;
  const TrialSettings& settings_;
  const controller::RunFolder& folder_;
  const Finished& finished_;
};

controller::RunOptions training_options(const TrialSettings& settings) {
  controller::RunOptions options;
  options.jobs = settings.jobs;
  options.probe = settings.probe;
  options.rerun_command = program_name() + " selftest";
  options.machine = settings.machine;
  options.launch = launch_options();
  return options;
}

}  // namespace

std::vector<matrix::Trial> load_trials(const std::vector<std::string>& folders,
                                       const std::vector<std::string>& kinds) {
  std::vector<std::filesystem::path> all(folders.begin(), folders.end());
  all.push_back(installation().root / "cases");
  std::vector<matrix::Trial> trials;
  for (const std::string& name : matrix::case_names(all)) {
    const auto is_in = [&](const std::string& kind) { return name.starts_with(kind); };
    if (std::ranges::none_of(kinds, is_in)) continue;
    trials.push_back(matrix::load_trial(name, all, verdict::names()));
  }
  return trials;
}

std::string no_trial(const std::vector<matrix::Trial>& trials, const std::string& select) {
  std::map<std::string, std::string> whole;  // by the name without its kind, as people remember it
  std::vector<std::string> names;
  for (const matrix::Trial& trial : trials) {
    const std::string& name = trial.matrix.name;
    const std::string bare = name.substr(name.find('/') + 1);
    whole[name] = whole[bare] = name;
    names.insert(names.end(), {name, bare});
  }
  const std::string* near = text::nearest(select, names);
  return fmt::format("--select: no cell fits '{}'{}", select,
                     near != nullptr ? " (did you mean '" + whole[*near] + "'?)"
                                     : ": expected a name such as faults/missing_rank, a cell's "
                                       "id, or a pattern with *");
}

matrix::Plan plan_trial(const matrix::Trial& trial, const TrialSettings& settings) {
  matrix::Plan plan;
  try {
    plan = settings.quick ? few_cells(trial, settings.machine) : all_cells(trial, settings.machine);
  } catch (const matrix::InputError&) {
    // There are as many ranks as GPUs, and some trials want more.
    if (settings.machine.gpus == 0) throw;
  }
  if (!settings.select.empty() && !fits(settings.select, trial.matrix.name)) {
    std::erase_if(plan.cells, [&](const matrix::PlannedCell& planned) {
      return !fits(settings.select, planned.cell.id);
    });
  }
  return plan;
}

matrix::Plan plan_trials(const std::vector<matrix::Trial>& trials, const TrialSettings& settings) {
  matrix::Plan all;
  all.matrix_name = "selftest";
  for (const matrix::Trial& trial : trials) {
    matrix::Plan plan = plan_trial(trial, settings);
    std::ranges::move(plan.cells, std::back_inserter(all.cells));
  }
  for (matrix::PlannedCell& planned : all.cells) {
    if (settings.deadline_seconds > 0) planned.recipe.deadline_seconds = settings.deadline_seconds;
  }
  return all;
}

bool run_trials(const std::vector<matrix::Trial>& trials, const matrix::Plan& plan,
                const TrialSettings& settings, const run::KeptRun& place,
                const std::function<bool()>& interrupted,
                const std::function<void(const Score&)>& finished) {
  Listener listener(trials, plan, settings, place.folder, finished);
  const run::Options options = {.training = training_options(settings),
                                .folder = place.folder,
                                .identity = place.identity,
                                .resume = settings.resume,
                                .interrupted = interrupted};
  return run::run(plan, options, listener).end == report::End::kCompleted;
}

}  // namespace gridlock::cli
