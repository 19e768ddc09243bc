// Writes files to an evidence folder: the output of each rank, and the events in its ring.
// StackCollector writes the stacks to the same folder.
#pragma once

#include <filesystem>
#include <span>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// Writes the files of all `ranks`. Returns false if events could not be written, for example
// because the disk is full. The verdict does not depend on these files.
bool write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks);
// Writes only the output of the ranks. Returns false if no output was written.
bool write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
