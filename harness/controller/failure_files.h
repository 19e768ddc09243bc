// Files in the evidence folder of a failed cell, in addition to the files of its ranks
// (inspect/rank_files.h): the ranks' tracebacks, and a matrix of this cell alone.
#pragma once

#include <filesystem>

#include "harness/controller/run_folder.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// For a cell that was trained and did not pass, writes traceback.txt (each traceback once, with the
// ranks that raised it) and cell.toml (a matrix of this cell alone). Sets `record.evidence`.
// Returns false if nothing was written, because the cell did not fail or the disk is full. The
// verdict is valid without the files.
bool write_failure_files(const RunFolder& folder, verdict::CellRecord& record,
                         const std::filesystem::path& case_folder);

// Removes the ranks' logs of a passed cell, because such logs are no evidence. If the evidence
// folder is then empty, removes the folder and clears `record.evidence`.
void discard_logs_of_pass(const RunFolder& folder, verdict::CellRecord& record);

}  // namespace gridlock::controller
