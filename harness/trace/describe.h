// Records in words, for the evidence of a cell.
#pragma once

#include <string>
#include <vector>

#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::trace {

// "step 3", "all_reduce #17 of default_pg[0-3], 1024 elements", "waits for call 29", …; `groups`
// are those of the same ring. Any record is described, a corrupt one too.
std::string describe(const Record& record, const std::vector<GroupRecord>& groups);

}  // namespace gridlock::trace
