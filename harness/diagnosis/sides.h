// The ranks that called the same with one number of a group.
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
  facts::Call call;        // of the first of them
  CallSite site;           // where it made the call
};

enum class CompareBy { kArguments, kSite };

// By operation and arguments, or by where it was made; in order of their first ranks.
std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by);

}  // namespace gridlock::diagnosis
