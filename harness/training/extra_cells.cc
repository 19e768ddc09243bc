#include "harness/training/extra_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/run/run.h"
#include "harness/verdict/verdict.h"
#include "harness/workspace/cannot_run.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/planner.h"
#include "matrix/schema.h"

namespace gridlock::training {

ExtraCells::ExtraCells(const workspace::MatrixArguments& arguments, const run::Runs& runs,
                       const std::string& causes_of, const std::function<bool()>& interrupted)
    : arguments_(arguments),
      matrix_(workspace::load_matrix(arguments)),
      runs_(runs),
      causes_of_(causes_of),
      interrupted_(interrupted),
      machine_(controller::inspect_machine()) {}

// Uses strength 1, because its covering array is computed quickly and the plan keeps only the extra
// cells.
matrix::Plan ExtraCells::plan() const {
  matrix::Matrix grown = matrix_;
  grown.dropped.clear();
  std::vector<std::string> wanted;
  for (const std::string& id : cells_) {
    grown.added.push_back({matrix::choice_of(matrix::parse_id(matrix_.schema(), id)), {}});
    wanted.push_back(fmt::format("id~\"{}\"", id));
  }
  matrix::Plan plan =
      matrix::plan(grown, machine(), {1, fmt::format("{}", fmt::join(wanted, " | "))});
  workspace::skip_what_cannot_run(plan, machine_, "fork");
  return plan;
}

bool ExtraCells::add(const matrix::Cell& cell) {
  try {
    matrix::parse_id(matrix_.schema(), cell.id);
  } catch (const matrix::InputError&) {
    return false;
  }
  if (std::ranges::find(cells_, cell.id) != cells_.end()) {
    // A run keeps the result of a cell that has finished.
    cells_.clear();
    folder_.reset();
  }
  cells_.push_back(cell.id);
  return true;
}

std::optional<verdict::CellRecord> ExtraCells::train(const matrix::Cell& cell) {
  if (!add(cell)) return std::nullopt;
  const matrix::Plan plan = this->plan();
  run::Identity identity = run::identity_of(plan);
  workspace::note_matrix(identity, arguments_, matrix_);
  identity.causes_of = causes_of_;
  const bool goes_on = folder_.has_value();
  if (!goes_on) folder_ = runs_.create(identity);
  run::RunOptions options{.training = {}, .folder = *folder_};
  options.training.rerun_command = workspace::rerun_command(arguments_, matrix_);
  options.training.machine = machine_;
  options.training.launch = workspace::launch_options();
  options.identity = identity;
  options.resume = goes_on;
  options.scripts = true;
  options.interrupted = interrupted_;
  report::Reporter silent;
  const report::RunSummary summary = run::run(plan, options, silent);
  const auto found = std::ranges::find(summary.records, cell.id, &verdict::CellRecord::cell);
  if (found == summary.records.end()) return std::nullopt;
  if (!verdict::row(found->verdict).ran_to_verdict) return std::nullopt;
  verdict::CellRecord record = *found;
  if (!record.evidence.empty()) record.evidence = folder_->root() / record.evidence;
  return record;
}

}  // namespace gridlock::training
