// Writes the files of a failed cell that its ranks do not write themselves (inspect/rank_files.h):
// the tracebacks of all ranks, and a matrix that trains the cell again.
#pragma once

#include <functional>
#include <string>

#include "harness/controller/run_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Writes traceback.txt (each distinct traceback once, with the ranks that raised it) and cell.toml
// (cell_matrix.h) for a cell that was trained and did not pass. Sets `record.evidence`. Returns
// false if nothing was written, because the cell passed or the disk is full. The verdict does not
// depend on the files.
bool write_failure_files(const RunFolder& folder, verdict::CellRecord& record,
                         const std::function<std::string()>& cell_matrix);

// Removes the ranks' logs of a passed cell, because a pass needs no evidence. If this empties the
// evidence folder, removes the folder and clears `record.evidence`.
void discard_logs_of_pass(const RunFolder& folder, verdict::CellRecord& record);

}  // namespace gridlock::controller
