// The last collectives of a process group, aligned by sequence number. Ranks that made equal calls
// share a column. The rows are the last calls before the ranks diverge, followed by what each rank
// did instead. Ranks diverge where their calls differ or, before that point, where calls from
// different places paired by accident (fork.h). A rank that may still make its call does not
// diverge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/call_site.h"
#include "harness/diagnosis/evidence.h"
#include "harness/diagnosis/fork.h"
#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

// The action of one rank at one sequence number.
struct Entry {
  enum class State {
    kDone,
    kOpen,     // issued, not complete
    kNever,    // not issued, and never will be
    kNotYet,   // not issued; the rank may still issue the call
    kUnknown,  // issued, but no longer in the log
  };
  State state = State::kNever;
  facts::Call call;  // for kDone and kOpen
  // The call's place; for several ranks, only the parts of the place that all of them share.
  CallSite site;

  bool called() const { return state == State::kDone || state == State::kOpen; }
};

// The call of another group, or the point-to-point call, that a rank issued after its last
// collective of this group: an incomplete call if there is one, else the last call.
struct NextCall {
  facts::Call call;
  facts::Group group;
  bool open = false;
};

// Ranks with equal actions in this group and an equal next call.
struct Column {
  std::vector<int> ranks;
  std::vector<Entry> entries;  // one for each row
  std::optional<NextCall> then;
};

struct History {
  facts::Group group;
  std::vector<std::uint64_t> rows;        // sequence numbers, ascending
  std::optional<std::uint64_t> diverged;  // the first sequence number at which the ranks differ
  // Set instead of `diverged`: the first sequence number that some ranks have called and others not
  // yet.
  std::optional<std::uint64_t> awaited;
  std::optional<Fork> fork;               // calls that paired by accident, from `diverged` on
  std::vector<Column> columns;            // most ranks first
};

// Covers the ranks whose evidence contains the group. Returns nullopt when no log has a collective
// of the group.
std::optional<History> history_of(const facts::Group& group, const Evidence& evidence);

// Returns lines of at most text::kPageWidth columns. The line below a call shows the call's place.
std::vector<std::string> render(const History& history);

}  // namespace gridlock::diagnosis
