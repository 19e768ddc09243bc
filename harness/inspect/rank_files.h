// Writes files to an evidence folder: the output of each rank, and the events in its ring.
// StackCollector writes the stacks to the same folder.
#pragma once

#include <filesystem>
#include <span>

#include "harness/inspect/local_rank.h"

namespace gridlock::inspect {

// The result of writing files. A file may fail because the disk is full; the other files are then
// written all the same. The verdict does not depend on the files.
struct Written {
  bool any = false;
  bool all = true;  // no file failed
};

// Writes the files of all `ranks`.
Written write_rank_files(const std::filesystem::path& folder, std::span<const LocalRank> ranks);
// Writes only the output of the ranks. A rank without output has no file.
Written write_logs(const std::filesystem::path& folder, std::span<const LocalRank> ranks);

}  // namespace gridlock::inspect
