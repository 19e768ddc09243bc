// The last collectives of a process group, aligned by sequence number. Ranks that made equal calls
// share a column. The rows are the last calls before the ranks diverge, and what each rank did
// afterwards. Ranks diverge where their calls differ or, before that, where calls from different
// places pair by accident (fork.h). A rank that may still make the call does not diverge.
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
    kOpen,     // issued but not completed
    kNever,    // not issued, and never will be
    kNotYet,   // not issued; the rank may still issue the call
    kUnknown,  // issued, but no longer in the log
  };
  State state = State::kNever;
  facts::Call call;  // set for kDone and kOpen
  // The place of the call. In a column of several ranks, it has only the parts that they share.
  CallSite site;

  bool called() const { return state == State::kDone || state == State::kOpen; }
};

// A call that the rank issued after its last collective of this group: a call of another group, or
// a point-to-point call. If there are several, this is an open one or, if none is open, the last
// one.
struct NextCall {
  facts::Call call;
  facts::Group group;
  bool open = false;
};

// Ranks whose entries and next calls are equal.
struct Column {
  std::vector<int> ranks;
  std::vector<Entry> entries;  // one for each row
  std::optional<NextCall> then;
};

struct History {
  facts::Group group;
  std::vector<std::uint64_t> rows;        // sequence numbers, ascending
  std::optional<std::uint64_t> diverged;  // the first sequence number at which the ranks differ
  // Set instead of `diverged`: the first sequence number that only some ranks have called so far.
  std::optional<std::uint64_t> awaited;
  std::optional<Fork> fork;               // the calls that paired by accident; begins at `diverged`
  std::vector<Column> columns;            // most ranks first
};

// Returns the history of the ranks whose evidence has the group. Returns nullopt if no log has a
// collective of it.
std::optional<History> history_of(const facts::Group& group, const Evidence& evidence);

// Returns lines of at most text::kPageWidth columns. The place of a call is on the line below it.
std::vector<std::string> render(const History& history);

}  // namespace gridlock::diagnosis
