// Writes the evidence folder of a failed cell: each rank's output and the record of its ring.
// StackCollector writes the stacks into the same folder.
#pragma once

#include <filesystem>
#include <span>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// Returns false when a file could not be written (a full disk); the verdict does not depend on it.
bool write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks);
// Writes only the ranks' output. Returns false even if there is no output.
bool write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
