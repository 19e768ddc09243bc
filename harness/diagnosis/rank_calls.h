// Extracts the calls of one process group from the log of one rank.
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
  std::uint64_t enqueued = 0;            // collectives issued on the group so far
  std::map<std::uint64_t, Entry> calls;  // the calls that the log still has, by sequence number
  std::optional<NextCall> then;
  std::vector<std::string> modules = {};  // indexed by Call::module

  // Returns the name of the call's module, or "" if it is unknown.
  const std::string& module_of(const facts::Call& call) const;
};

// Returns the calls. Returns nullopt if the rank has no such group.
std::optional<RankCalls> read_calls(const RankEvidence& rank, const facts::Group& group);

// Returns whether the rank may still make calls, according to the finding.
bool may_call(const facts::Finding& finding, const RankEvidence& rank);

Entry entry_at(const RankCalls& rank, std::uint64_t seq);

// Returns the first sequence number at which, according to the logs, operations or arguments differ
// or some rank made no call.
std::optional<std::uint64_t> find_difference(const std::vector<RankCalls>& ranks);

}  // namespace gridlock::diagnosis
