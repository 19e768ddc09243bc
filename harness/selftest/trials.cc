#include "harness/selftest/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "harness/controller/specification.h"
#include "harness/text/names.h"
#include "harness/verdict/verdict.h"
#include "harness/workspace/installation.h"
#include "matrix/planner.h"

namespace gridlock::selftest {
namespace {

// Returns whether the text matches a pattern. Patterns are those of ids in --select.
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

// Returns whether the trial of the cell says where wrong numerical results should begin (`at`). The
// cell and its partner then need tensor traces.
bool is_located(const std::vector<matrix::Trial>& trials, const matrix::Cell& cell) {
  const auto trial = std::ranges::find_if(
      trials, [&](const matrix::Trial& trial) { return trial.matrix.name == cell.case_name; });
  return std::ranges::any_of(trial->expected,
                             [](const auto& expected) { return !expected.second.at.empty(); });
}

// Returns a plan with only the first value of each axis.
matrix::Plan base_cell(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Matrix matrix = trial.matrix;
  for (auto* axes : {&matrix.axes, &matrix.gpu_axes}) {
    for (auto& [name, listing] : *axes) listing.values.resize(1);
  }
  return matrix::plan(matrix, {machine.gpus});
}

// Returns all cells, smaller ones first, because their compile times predict those of larger ones.
matrix::Plan all_cells(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Plan plan = matrix::plan(trial.matrix, {machine.gpus});
  std::ranges::stable_sort(plan.cells, {}, [](const matrix::PlannedCell& planned) {
    return controller::world_size_of(planned.cell);
  });
  return plan;
}

// Returns the base cell. If the fault shows only in a comparison, returns all cells up to the first
// one that shows it.
matrix::Plan few_cells(const matrix::Trial& trial, const controller::MachineFacts& machine) {
  matrix::Plan base = base_cell(trial, machine);
  if (base.cells.empty()) return base;
  const auto shows_it = [&](const auto& planned) { return shows(trial, machine, planned); };
  if (trial.expected.empty() || std::ranges::any_of(base.cells, shows_it)) return base;
  matrix::Plan plan = all_cells(trial, machine);
  const auto last = std::ranges::find_if(plan.cells, shows_it);
  if (last != plan.cells.end()) plan.cells.erase(last + 1, plan.cells.end());
  return plan;
}

// Removes all cells except those that match `select` and their partners.
void keep_selected(matrix::Plan& plan, const std::string& select) {
  std::set<std::string> kept;
  for (const matrix::PlannedCell& planned : plan.cells) {
    if (!fits(select, planned.cell.id)) continue;
    kept.insert(planned.cell.id);
    for (const matrix::RelationTo& relation : planned.relations) kept.insert(relation.partner);
  }
  std::erase_if(plan.cells, [&](const matrix::PlannedCell& planned) {
    return !kept.contains(planned.cell.id);
  });
}

}  // namespace

std::string backend_of(const matrix::Cell& cell, const controller::MachineFacts& machine) {
  return controller::trains_on_gpus(cell, machine) ? "nccl" : "gloo";
}

std::vector<matrix::Trial> load_trials(const std::vector<std::string>& folders,
                                       const std::vector<std::string>& kinds) {
  std::vector<std::filesystem::path> all(folders.begin(), folders.end());
  all.push_back(workspace::installation().root / "cases");
  std::vector<matrix::Trial> trials;
  for (const std::string& name : matrix::case_names(all)) {
    const auto is_in = [&](const std::string& kind) { return name.starts_with(kind); };
    if (std::ranges::none_of(kinds, is_in)) continue;
    trials.push_back(matrix::load_trial(name, all, verdict::names()));
  }
  return trials;
}

std::string no_trial(const std::vector<matrix::Trial>& trials, const std::string& select) {
  std::map<std::string, std::string> whole;  // key: full name, or the name without its kind
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
                                     : ": write a name, as in faults/missing_rank, the id of a "
                                       "cell, or a pattern with *");
}

matrix::Plan plan_trial(const matrix::Trial& trial, const TrialSettings& settings) {
  matrix::Plan plan;
  try {
    plan = settings.quick ? few_cells(trial, settings.machine) : all_cells(trial, settings.machine);
  } catch (const matrix::InputError&) {
    // On a machine with GPUs, there can be no more ranks than GPUs, and some trials need more.
    if (settings.machine.gpus == 0) throw;
  }
  if (!settings.select.empty() && !fits(settings.select, trial.matrix.name))
    keep_selected(plan, settings.select);
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
    planned.traces_tensors = is_located(trials, planned.cell);
    if (settings.deadline_seconds > 0) planned.recipe.deadline_seconds = settings.deadline_seconds;
  }
  return all;
}

}  // namespace gridlock::selftest
