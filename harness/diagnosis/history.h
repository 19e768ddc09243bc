// The last collectives of a process group, one column for each set of equal ranks, aligned by
// sequence number at the point where the ranks diverge: the last ones that they have in common,
// then what each rank did instead. Ranks diverge where their calls differ or, before that, where
// calls from different places paired by accident (fork.h). A rank that may still make its call does
// not diverge.
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
    kNotYet,   // not issued; the rank may still do so
    kUnknown,  // issued, but no longer in the log
  };
  State state = State::kNever;
  facts::Call call;  // for kDone and kOpen
  // The place of the call; for several ranks, only the parts that they share.
  CallSite site;

  bool called() const { return state == State::kDone || state == State::kOpen; }
};

// The call of another group, or the point-to-point call, that a rank issued after its last
// collective of this group: an open one if there is one, else the last one.
struct NextCall {
  facts::Call call;
  facts::Group group;
  bool open = false;
};

// Ranks that did the same, in this group and afterwards.
struct Column {
  std::vector<int> ranks;
  std::vector<Entry> entries;  // one for each row
  std::optional<NextCall> then;
};

struct History {
  facts::Group group;
  std::vector<std::uint64_t> rows;        // sequence numbers, rising
  std::optional<std::uint64_t> diverged;  // the first at which the ranks differ
  // Set instead of `diverged`: the first number that some ranks have called and others not yet.
  std::optional<std::uint64_t> awaited;
  std::optional<Fork> fork;               // calls that paired by accident, from `diverged` on
  std::vector<Column> columns;            // most ranks first
};

// Covers the ranks whose evidence contains the group; returns nullopt when no log has a collective
// of it.
std::optional<History> history_of(const facts::Group& group, const Evidence& evidence);

// Returns lines of at most text::kPageWidth columns. The line below a call shows where it was made.
std::vector<std::string> render(const History& history);

}  // namespace gridlock::diagnosis
