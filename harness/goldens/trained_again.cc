#include "harness/goldens/trained_again.h"

#include <fmt/format.h>

#include <utility>

#include "golden/numeric_divergence.h"
#include "harness/goldens/records.h"
#include "harness/run/locate.h"
#include "harness/run/run.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/launch.h"
#include "matrix/diagnostic.h"
#include "matrix/planner.h"

namespace gridlock::goldens {

using verdict::CellRecord;

TrainedAgain::TrainedAgain(const GoldenRun& run, const Examples& examples)
    : folder_(temporary_.path() / "run") {
  const workspace::MatrixArguments arguments = workspace::with_matrix_of(run.identity, {});
  const matrix::Matrix matrix = workspace::load_matrix(arguments);
  const controller::MachineFacts machine = controller::inspect_machine();
  const matrix::Plan plan = matrix::plan(matrix, {machine.gpus});
  matrix::Plan again;
  again.matrix_name = "reference";
  for (const auto& [kind, record] : examples) {
    matrix::PlannedCell cell = run::with_tensor_trace(
        workspace::find_cell(matrix, plan, record->cell), golden::CompareMode::kRoundings);
    cell.initial_state = true;
    index_[kind] = again.cells.size();
    again.cells.push_back(std::move(cell));
  }
  train(again, arguments, matrix, machine);
}

std::filesystem::path TrainedAgain::tensor_trace(const Kind& kind) const {
  return folder_.tensor_trace(index_.at(kind), 0);
}

std::filesystem::path TrainedAgain::initial_state(const Kind& kind) const {
  return folder_.initial_state(index_.at(kind), 0);
}

void TrainedAgain::train(const matrix::Plan& plan, const workspace::MatrixArguments& arguments,
                         const matrix::Matrix& matrix, const controller::MachineFacts& machine) {
  run::RunOptions options{.training = {}, .folder = folder_};
  options.training.rerun_command = workspace::rerun_command(arguments, matrix);
  options.training.machine = machine;
  options.training.launch = workspace::launch_options();
  report::Reporter silent;
  const report::RunSummary summary = run::run(plan, options, silent);
  for (const CellRecord& record : summary.records) {
    if (record.verdict == verdict::Verdict::kPass) continue;
    throw matrix::InputError(fmt::format("{} did not pass when it was trained again: {}: {}",
                                         record.cell, verdict::verdict_text(record),
                                         record.sentence));
  }
}

}  // namespace gridlock::goldens
