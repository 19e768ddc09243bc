// What the evidence folder of a cell that failed holds beside the files of its ranks
// (inspect/rank_files.h): what its ranks raised, and the cell itself.
#pragma once

#include "harness/controller/run_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Of a cell that was trained and did not pass: traceback.txt, each traceback once with the ranks
// that raised it; cell.toml, a matrix of this cell alone. Sets `record.evidence`. Nothing where the
// disk is full: the verdict stands without them.
void write_failure_files(const RunFolder& folder, verdict::CellRecord& record);

}  // namespace gridlock::controller
