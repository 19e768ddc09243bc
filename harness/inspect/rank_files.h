// What is kept of a cell that failed: a folder with, for each rank, what it printed and what its
// ring recorded (beside the stacks that StackCollector put there).
#pragma once

#include <filesystem>
#include <span>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// False when nothing could be written (a full disk): the verdict stands without it.
bool write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks);
// What they printed alone. False when they printed nothing, too.
bool write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
