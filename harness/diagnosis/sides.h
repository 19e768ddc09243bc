// The ranks that called the same with one number of a group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

struct CallSide {
  std::vector<int> ranks;  // sorted
  facts::Call call;        // of the first of them
  std::string place;       // where it made the call: "train.py:14"; "" where that is not known
};

enum class CompareBy { kArguments, kPlace };

// By operation and arguments, or by place in the program; by their first ranks.
std::vector<CallSide> sides_at(const Evidence& evidence, const facts::Group& group,
                               std::uint64_t seq, CompareBy by);

// Where the rank made the call, by its records; "" where they do not tell.
std::string made_at(const RankEvidence& rank, const facts::Call& call);

}  // namespace gridlock::diagnosis
