// Writes files to the evidence folder of a failed cell: the output of each rank and the records of
// its ring. StackCollector writes the stacks to the same folder.
#pragma once

#include <filesystem>
#include <span>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// Writes the files. Returns false if one could not be written, for example because the disk is
// full. The verdict does not depend on them.
bool write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks);
// Writes only the output of the ranks. Returns false also if there is none.
bool write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
