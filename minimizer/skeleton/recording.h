// Turns the record of a hang into its skeleton.
#pragma once

#include <filesystem>

#include "harness/facts/facts.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// Returns the calls that some member of their group has not completed, in all ranks: a call that
// completed everywhere holds up no rank. Throws std::runtime_error if the calls alone do not
// explain the hang: a rank waits for something else, or the record no longer holds a call. The
// message says why.
Skeleton skeleton_of(const facts::Snapshot& snapshot);

// Both snapshots of an evidence folder. Reading them throws std::runtime_error if it has none.
struct Snapshots {
  facts::Snapshot first, second;
};
Snapshots read_snapshots(const std::filesystem::path& folder);

}  // namespace gridlock::minimizer
