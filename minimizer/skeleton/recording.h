// From what was recorded of a hang to its skeleton.
#pragma once

#include <filesystem>

#include "harness/facts/facts.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// The calls that some member of their group has not completed, in all ranks: what completed
// everywhere does not hold anybody up. Throws std::runtime_error, saying why, where the calls alone
// do not tell: a rank waits for something else, or the record no longer holds a call.
Skeleton skeleton_of(const facts::Snapshot& snapshot);

// Both snapshots of an evidence folder. Throws std::runtime_error where it has none.
struct Snapshots {
  facts::Snapshot first, second;
};
Snapshots read_snapshots(const std::filesystem::path& folder);

}  // namespace gridlock::minimizer
