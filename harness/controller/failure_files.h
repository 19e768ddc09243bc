// The files of a failed cell that its evidence folder holds besides those of its ranks
// (inspect/rank_files.h): what the ranks raised, and the cell itself.
#pragma once

#include <filesystem>

#include "harness/controller/run_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// For a cell that was trained and did not pass, writes traceback.txt (each traceback once, with the
// ranks that raised it) and cell.toml (a matrix of this cell alone). Sets `record.evidence`.
// Returns false if nothing was written: the cell did not fail, or the disk is full; the verdict
// stands without the files.
bool write_failure_files(const RunFolder& folder, verdict::CellRecord& record,
                         const std::filesystem::path& case_folder);

// Removes the ranks' logs of a passed cell, which are no evidence. Removes the evidence folder, and
// clears `record.evidence`, if the folder holds nothing else.
void discard_logs_of_pass(const RunFolder& folder, verdict::CellRecord& record);

}  // namespace gridlock::controller
