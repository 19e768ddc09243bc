#include "harness/run/locate.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/controller/specification.h"
#include "harness/run/run.h"
#include "harness/verdict/verdict.h"

namespace gridlock::run {
namespace {

using golden::Measure;

std::string precision_of(const matrix::PlannedCell& planned) {
  return controller::word_of(planned.cell, "precision");
}

bool needs_uncompiled(const matrix::PlannedCell& left, const matrix::PlannedCell& right,
                      const LocateOptions& options) {
  return options.measure == Measure::kRoundings && options.uncompiled &&
         controller::compiles(left.cell) && controller::compiles(right.cell);
}

// Wrong numbers do not disqualify a cell: they are the ones to locate.
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

matrix::PlannedCell with_taps(const matrix::PlannedCell& planned, Measure measure) {
  matrix::PlannedCell cell;
  cell.cell = planned.cell;
  cell.recipe = planned.recipe;
  cell.skip = planned.skip;
  cell.taps = true;
  cell.measures_spread = measure == Measure::kRoundings;
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

std::optional<golden::Parting> locate(const matrix::PlannedCell& left,
                                      const matrix::PlannedCell& right,
                                      const LocateOptions& options) {
  const bool is_same = left.cell == right.cell;
  matrix::Plan plan;
  plan.matrix_name = "diff";
  plan.cells = {with_taps(left, options.measure)};
  if (is_same) {
    plan.cells[0].relations = {{"again", left.cell.id, true, options.tier_again}};
  } else {
    plan.cells.push_back(with_taps(right, options.measure));
  }
  const bool is_measured_apart = needs_uncompiled(left, right, options);
  if (is_measured_apart) plan.cells.push_back(with_taps(*options.uncompiled, options.measure));
  RunOptions settings{.training = options.training, .folder = options.folder};
  settings.training.repeat = 1;
  settings.interrupted = options.interrupted;
  report::Reporter silent;
  const report::RunSummary summary = run(plan, settings, silent);
  if (summary.end == report::End::kInterrupted) return std::nullopt;
  check_trained(summary);
  const golden::Taps of_left(options.folder.taps(0, 0));
  const golden::Taps of_right(is_same ? options.folder.taps(0, 1) : options.folder.taps(1, 0));
  std::optional<golden::Taps> measured;
  if (is_measured_apart) measured.emplace(options.folder.taps(plan.cells.size() - 1, 0));
  return golden::find_parting(of_left, of_right,
                              {options.measure, precision_of(left) == precision_of(right),
                               measured ? &*measured : nullptr});
}

}  // namespace gridlock::run
