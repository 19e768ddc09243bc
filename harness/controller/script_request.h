// The input of the script exporter (minimizer/gridlock_minimizer/export/request.py): a cell, its
// record, and a control, which is a cell that behaves correctly.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/controller/compile_times.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

// Returns the first comparison with another cell that does not hold, or null.
const verdict::Comparison* broken_comparison(const verdict::CellRecord& record);

using FindRecord = std::function<const verdict::CellRecord*(const std::string& cell)>;

// Returns the control of a failed cell. For wrong numerical results, it is the partner whose
// results differ. For any other failure, it is a partner that passed and differs in at most two
// axes. Returns null if there is none.
const matrix::PlannedCell* control_of(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                                      const verdict::CellRecord& record, const FindRecord& find);

struct ScriptRequest {
  const matrix::PlannedCell& planned;
  const verdict::CellRecord* record = nullptr;   // null: the cell has no record
  const matrix::PlannedCell* control = nullptr;  // see control_of()
  bool on_gpus = false;
  std::optional<GrowingCell> growth = {};  // two sizes whose compile times the script compares
};
// Returns the request as one JSON object.
std::string to_json_text(const ScriptRequest& request);

}  // namespace gridlock::controller
