// What the exporter of scripts is asked (minimizer/gridlock_minimizer/export/request.py): a cell,
// what happened to it, and the cell that shows how it should be.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/controller/compile_times.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"

namespace gridlock::controller {

using FindRecord = std::function<const verdict::CellRecord*(const std::string& cell)>;

// Of a cell that is wrong, the one that it does not agree with; of one that failed in another way,
// a partner of its relations that passed and differs in two axes at most. Null where there is none.
const matrix::PlannedCell* control_of(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                                      const verdict::CellRecord& record, const FindRecord& find);

struct ScriptRequest {
  const matrix::PlannedCell& planned;
  const verdict::CellRecord* record = nullptr;   // null: nothing is known of it
  const matrix::PlannedCell* control = nullptr;  // see control_of()
  bool on_gpus = false;
  std::optional<GrowingCell> growth = {};  // its script compares the compile times of two sizes
};
// One JSON object.
std::string to_json_text(const ScriptRequest& request);

}  // namespace gridlock::controller
