#include "minimizer/tasks/cell_task.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "harness/verdict/judge.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"
#include "minimizer/tasks/cell_script.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

bool failed_as(const ExportedCell& cell, verdict::Verdict verdict) {
  return cell.failure && verdict::verdict_before_expectations(*cell.failure) == verdict;
}

// Returns the comparison that the exported script makes, for a cell whose last verdict is `wrong`.
std::optional<Comparison> comparison_of(const ExportedCell& cell) {
  if (!failed_as(cell, verdict::Verdict::kWrong)) return std::nullopt;
  Comparison comparison{{"--numbers"}, {}, cell.bounds};
  if (cell.has_control) comparison.control = {"--control"};
  return comparison;
}

// Returns the name of the cell's folder, such as "dense_bf16.ws4.cp2". The cell's evidence folder
// has the same name.
std::string file_name_of(std::string id) {
  std::ranges::replace(id, '/', '_');
  return id;
}

// Returns the arguments of the matrix: those of the run, unless the options name a matrix.
workspace::MatrixArguments matrix_for(const MinimizeArguments& options, const std::string& run) {
  if (run.empty()) return options.matrix;
  const auto identity = run::read_identity(controller::RunFolder(run));
  return identity ? workspace::with_matrix_of(*identity, options.matrix) : options.matrix;
}

}  // namespace

void take_cell(MinimizeTask& task, const MinimizeArguments& options,
               const std::vector<std::string>& words) {
  SearchRequest& request = task.request;
  if (words.size() > 1) {
    throw matrix::InputError("a cell takes no arguments: " + words[1] +
                             ". Options come before the cell");
  }
  if (options.ranks != 0) {
    throw matrix::InputError("-n is for scripts: the cell sets the number of ranks");
  }
  if (!options.control.empty()) {
    throw matrix::InputError(
        "--control is for scripts: gridlock knows the passing counterpart of a cell");
  }
  const CellOfRun of = cell_of_run(words.front()).value_or(CellOfRun{"", words.front()});
  task.exported = std::make_shared<process::TemporaryFolder>("export");
  const fs::path exported = task.exported->path() / kCellScript;
  // The script of a resumed search already has its control.
  const Control control = options.resume ? Control::kOfItsRelation : Control::kNearest;
  const ExportedCell cell =
      export_cell(matrix_for(options, of.run), of.cell, of.run, exported, options.blow_up, control);
  const std::string& id = task.name = cell.planned.cell.id;
  task.is_cell = true;
  request.folder =
      options.out.empty() ? fs::path(options.results) / file_name_of(id) : fs::path(options.out);
  request.launch.ranks = cell.ranks;
  if (cell.growth) {  // the script only reports its compile time
    request.checks.growth = cell.growth;
    request.launch.arguments = {"{}"};
  } else {
    request.checks.comparison = comparison_of(cell);
    request.checks.not_compiled = failed_as(cell, verdict::Verdict::kNotCompiled);
    if (cell.failure) task.known_failure = cell.failure->signature;
  }
  const fs::path earlier = request.folder / kCellScript;
  request.script = options.resume && fs::exists(earlier) ? earlier : exported;
  request.keep_script_as = kCellScript;
}

}  // namespace gridlock::minimizer
