// Groups ranks by the call that they made with one sequence number of a group.
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
  facts::Call call;        // as the first rank made it
  CallSite site;           // the place where the first rank made the call
};

enum class CompareBy { kArguments, kSite };

// Compares calls by operation and arguments, or by place. Returns the sides in order of their first
// ranks.
std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by);

}  // namespace gridlock::diagnosis
