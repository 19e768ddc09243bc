// What the evidence folder of a cell that failed holds beside the files of its ranks
// (inspect/rank_files.h): what its ranks raised, and the cell itself.
#pragma once

#include <filesystem>

#include "harness/controller/run_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Of a cell that was trained and did not pass: traceback.txt, each traceback once with the ranks
// that raised it; cell.toml, a matrix of this cell alone. Sets `record.evidence`. False where
// nothing was written: the cell did not fail, or the disk is full; the verdict stands without them.
bool write_failure_files(const RunFolder& folder, verdict::CellRecord& record,
                         const std::filesystem::path& case_folder);

// What ranks of a cell printed is no evidence once the cell has passed. Removes the evidence folder
// where it holds nothing else, and then forgets `record.evidence`.
void discard_logs_of_pass(const RunFolder& folder, verdict::CellRecord& record);

}  // namespace gridlock::controller
