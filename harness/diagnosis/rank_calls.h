// What the log of one rank says of one process group.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

struct RankCalls {
  int rank = 0;
  std::uint64_t enqueued = 0;            // collectives that it ever issued on the group
  std::map<std::uint64_t, Entry> calls;  // those that the log still has, by sequence number
  std::optional<NextCall> then;
};

// Nothing when the rank knows no such group.
std::optional<RankCalls> read_calls(const RankEvidence& rank, const facts::Group& group);

Entry entry_at(const RankCalls& rank, std::uint64_t seq);

}  // namespace gridlock::diagnosis
