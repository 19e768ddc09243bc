// Derives the crash of a cell from the reports of its ranks. The reports do not show the order in
// which the ranks ended.
#pragma once

#include <optional>
#include <vector>

#include "harness/diagnosis/crash.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

// Returns the crash, or nullopt if no rank failed. A rank that gridlock stopped does not count as
// failed.
std::optional<diagnosis::FoundCrash> find_fault(const CellRecord& record);

// Returns the ranks that ended without an error.
std::vector<int> finished_ranks(const CellRecord& record);

}  // namespace gridlock::verdict
