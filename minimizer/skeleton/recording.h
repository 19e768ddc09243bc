// Turns the recorded calls of a hang into its skeleton.
#pragma once

#include <filesystem>

#include "harness/facts/facts.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// Returns, for each rank, the calls that some member of the call's group has not completed. A call
// that every member completed does not block any rank. Throws std::runtime_error if the calls alone
// do not explain the hang, because a rank waits for something else or because the record no longer
// contains a call. The message states the reason.
Skeleton skeleton_of(const facts::Snapshot& snapshot);

// Both snapshots of an evidence folder. Reading them throws std::runtime_error if the folder has
// none.
struct Snapshots {
  facts::Snapshot first, second;
};
Snapshots read_snapshots(const std::filesystem::path& folder);

}  // namespace gridlock::minimizer
