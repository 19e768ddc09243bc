#include "harness/training/nearest_control.h"

#include <fmt/format.h>

#include <vector>

#include "harness/process/temporary_folder.h"
#include "harness/training/extra_cells.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/load_matrix.h"
#include "harness/workspace/notice.h"
#include "matrix/planner.h"
#include "matrix/schema.h"

namespace gridlock::training {
namespace {

using matrix::Cell;

// Returns the names of the axes that both cells have with different values.
std::vector<std::string> different_axes(const Cell& wrong, const Cell& control) {
  std::vector<std::string> axes;
  for (const auto& [axis, value] : control.values) {
    const matrix::Value* own = wrong.find(axis);
    if (own != nullptr && *own != value) axes.push_back(axis);
  }
  return axes;
}

// Returns the cell `wrong` with the control's value of `axis`. An axis that applies only after this
// change gets the control's value, too.
Cell changed_in(const std::string& axis, const Cell& wrong, const Cell& control,
                const matrix::Schema& schema) {
  matrix::Choice choice = choice_of(wrong);
  choice.insert_or_assign(axis, *control.find(axis));
  for (const auto& [name, value] : control.values) choice.emplace(name, value);
  return make_cell(schema, choice);
}

bool passes(const verdict::CellRecord& record) {
  return record.verdict == verdict::Verdict::kPass && !record.unjudged;
}

}  // namespace

std::optional<matrix::PlannedCell> nearest_control(const workspace::MatrixArguments& arguments,
                                                   const Cell& wrong, const Cell& control,
                                                   const controller::FindRecord& known) {
  const std::vector<std::string> axes = different_axes(wrong, control);
  if (axes.size() < 2) return std::nullopt;
  const process::TemporaryFolder folder("controls");
  // A signal ends the program at once: no result would be lost.
  ExtraCells extra(arguments, run::Runs("controls", folder.path()), "", [] { return false; });
  for (const std::string& axis : axes) {
    const Cell near = changed_in(axis, wrong, control, extra.matrix().schema());
    if (violated(extra.matrix().schema().constraints, near, extra.machine()) != nullptr) continue;
    const verdict::CellRecord* record = known(near.id);
    std::optional<verdict::CellRecord> trained;
    if (record == nullptr) {
      workspace::notice(
          fmt::format("training {}: if it passes, it is closer to the wrong cell", near.id));
      trained = extra.train(near);
      if (trained) record = &*trained;
    }
    if (record == nullptr || !passes(*record)) continue;
    workspace::notice(
        fmt::format("comparing with {}, which passes and differs only in {}", near.id, axis));
    return workspace::find_cell(extra.matrix(), matrix::plan(extra.matrix(), extra.machine()),
                                near.id);
  }
  return std::nullopt;
}

}  // namespace gridlock::training
