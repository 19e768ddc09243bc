#include "harness/run/locate.h"

#include <fmt/format.h>

#include "harness/controller/specification.h"
#include "harness/run/run.h"
#include "harness/verdict/verdict.h"

namespace gridlock::run {
namespace {

using golden::CompareMode;

std::string precision_of(const matrix::PlannedCell& planned) {
  return controller::word_of(planned.cell, "precision");
}

bool needs_uncompiled(const matrix::PlannedCell& left, const matrix::PlannedCell& right,
                      const LocateOptions& options) {
  return options.mode == CompareMode::kRoundings && options.uncompiled &&
         controller::compiles(left.cell) && controller::compiles(right.cell);
}

// Returns whether the cell was trained to its end. Wrong numerical results are accepted, because
// locate() finds where they begin.
bool is_trained(const verdict::CellRecord& record) {
  return record.verdict == verdict::Verdict::kPass || record.verdict == verdict::Verdict::kWrong ||
         record.verdict == verdict::Verdict::kNotCompiled;
}

void check_trained(const report::RunSummary& summary) {
  for (const verdict::CellRecord& record : summary.records) {
    if (is_trained(record)) continue;
    throw LocateError(
        fmt::format("{}: {}: {}", record.cell, verdict::verdict_text(record), record.sentence));
  }
}

}  // namespace

matrix::PlannedCell with_tensor_trace(const matrix::PlannedCell& planned, CompareMode mode) {
  matrix::PlannedCell cell;
  cell.cell = planned.cell;
  cell.recipe = planned.recipe;
  cell.skip = planned.skip;
  cell.traces_tensors = true;
  cell.measures_spread = mode == CompareMode::kRoundings;
  return cell;
}

std::optional<matrix::PlannedCell> uncompiled_for(const matrix::Plan& plan,
                                                  const matrix::PlannedCell& left,
                                                  const matrix::PlannedCell& right) {
  for (const matrix::PlannedCell* planned : {&right, &left}) {
    for (const matrix::RelationTo& relation : planned->relations) {
      const matrix::PlannedCell* partner = plan.find(relation.partner);
      if (partner != nullptr && partner->skip.empty() && !controller::compiles(partner->cell) &&
          precision_of(*partner) == precision_of(*planned))
        return *partner;
    }
  }
  return std::nullopt;
}

std::optional<golden::NumericDivergence> locate(const matrix::PlannedCell& left,
                                                const matrix::PlannedCell& right,
                                                const LocateOptions& options) {
  const bool is_same = left.cell == right.cell;
  matrix::Plan plan;
  plan.matrix_name = "diff";
  plan.cells = {with_tensor_trace(left, options.mode)};
  if (is_same) {
    plan.cells[0].relations = {{"again", left.cell.id, true, options.tier_again}};
  } else {
    plan.cells.push_back(with_tensor_trace(right, options.mode));
  }
  const bool is_measured_apart = needs_uncompiled(left, right, options);
  if (is_measured_apart) plan.cells.push_back(with_tensor_trace(*options.uncompiled, options.mode));
  RunOptions settings{.training = options.training, .folder = options.folder};
  settings.training.repeat = 1;
  settings.interrupted = options.interrupted;
  report::Reporter silent;
  const report::RunSummary summary = run(plan, settings, silent);
  if (summary.end == report::End::kInterrupted) return std::nullopt;
  check_trained(summary);
  const golden::TensorTrace of_left(options.folder.tensor_trace(0, 0));
  const golden::TensorTrace of_right(is_same ? options.folder.tensor_trace(0, 1)
                                             : options.folder.tensor_trace(1, 0));
  std::optional<golden::TensorTrace> measured;
  if (is_measured_apart) measured.emplace(options.folder.tensor_trace(plan.cells.size() - 1, 0));
  const golden::CompareOptions comparing{options.mode, precision_of(left) == precision_of(right),
                                         measured ? &*measured : nullptr, &options.interrupted};
  const auto divergence = golden::find_numeric_divergence(of_left, of_right, comparing);
  if (options.interrupted()) return std::nullopt;
  return divergence;
}

}  // namespace gridlock::run
