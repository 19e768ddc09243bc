// Splits ranks into sides. The ranks of a side made the same call with one sequence number of a
// process group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/diagnosis/call_site.h"
#include "harness/diagnosis/evidence.h"
#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

struct CallSide {
  std::vector<int> ranks;  // sorted
  facts::Call call;        // the call as the first rank made it
  CallSite site;           // where the first rank made it
};

enum class CompareBy { kArguments, kSite };

// Returns the sides, in the order of their first ranks. Calls are compared by operation and
// arguments, or by place.
std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by);

}  // namespace gridlock::diagnosis
