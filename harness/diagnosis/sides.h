// Groups ranks by what they called with one number of a group.
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
  facts::Call call;        // as the first of them made it
  CallSite site;           // where the first of them made it
};

enum class CompareBy { kArguments, kSite };

// Compares by operation and arguments, or by place; returns the sides in order of their first
// ranks.
std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by);

}  // namespace gridlock::diagnosis
