// What the log of one rank says of one process group.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/history.h"

namespace gridlock::diagnosis {

struct RankCalls {
  int rank = 0;
  std::uint64_t enqueued = 0;            // collectives that it ever issued on the group
  std::map<std::uint64_t, Entry> calls;  // those that the log still has, by sequence number
  std::optional<NextCall> then;
  std::vector<std::string> modules = {};  // by index, as these calls name them

  // "" where none is known.
  const std::string& module_of(const facts::Call& call) const;
};

// Nothing when the rank knows no such group.
std::optional<RankCalls> read_calls(const RankEvidence& rank, const facts::Group& group);

// Whether the rank may make calls yet, as far as the finding tells.
bool may_call(const facts::Finding& finding, const RankEvidence& rank);

Entry entry_at(const RankCalls& rank, std::uint64_t seq);

// The first number at which operations or arguments differ, or that some rank never called, as far
// as the logs tell.
std::optional<std::uint64_t> find_difference(const std::vector<RankCalls>& ranks);

}  // namespace gridlock::diagnosis
