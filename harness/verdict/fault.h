// A crash of a cell, from the reports of its ranks. In which order they ended is not known.
#pragma once

#include <optional>
#include <vector>

#include "harness/diagnosis/crash.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

// Nothing when no rank failed. Ranks that gridlock stopped did not fail.
std::optional<diagnosis::FoundCrash> find_fault(const CellRecord& record);

// The ranks that ended as if all were well.
std::vector<int> finished_ranks(const CellRecord& record);

}  // namespace gridlock::verdict
