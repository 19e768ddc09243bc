// The input of the script exporter (minimizer/gridlock_minimizer/export/request.py): a cell, what
// happened to it, and the cell that shows the correct behavior.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/controller/compile_times.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

using FindRecord = std::function<const verdict::CellRecord*(const std::string& cell)>;

// Returns the control of a failed cell: for a wrong cell, the partner that it disagrees with; for
// another failure, a partner in its relations that passed and differs in at most two axes. Null if
// there is none.
const matrix::PlannedCell* control_of(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                                      const verdict::CellRecord& record, const FindRecord& find);

struct ScriptRequest {
  const matrix::PlannedCell& planned;
  const verdict::CellRecord* record = nullptr;   // null: it has no record
  const matrix::PlannedCell* control = nullptr;  // see control_of()
  bool on_gpus = false;
  std::optional<GrowingCell> growth = {};  // its script compares the compile times of two sizes
};
// Returns one JSON object.
std::string to_json_text(const ScriptRequest& request);

}  // namespace gridlock::controller
