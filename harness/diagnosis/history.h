// The last collectives of a process group, rank beside rank, aligned by sequence number at the
// point where the ranks diverge: the last ones that they have in common, then what each did
// instead. Ranks diverge where their calls differ or, before that, where calls of different places
// paired by accident (fork.h). A rank that may make its call yet does not diverge.
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

// What one rank did at one sequence number.
struct Entry {
  enum class State {
    kDone,
    kOpen,     // issued, not complete
    kNever,    // not issued, and never will be
    kNotYet,   // not issued; the rank may do so yet
    kUnknown,  // issued, and no longer in the log
  };
  State state = State::kNever;
  facts::Call call;  // with kDone and kOpen
  CallSite site;     // where it was made; of several ranks, as far as it is the same

  bool called() const { return state == State::kDone || state == State::kOpen; }
};

// The call of another group, or point-to-point, that a rank issued after its last collective of
// this group: an open one if there is one, else the last.
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
  std::optional<std::uint64_t> awaited;   // instead: that some have made, and others not yet
  std::optional<Fork> fork;               // calls that paired by accident, from `diverged` on
  std::vector<Column> columns;            // most ranks first
};

// Of the ranks whose evidence knows the group; nothing when no collective of it is in any log.
std::optional<History> history_of(const facts::Group& group, const Evidence& evidence);

// Lines of at most text::kPageWidth columns. Below a call, where it was made.
std::vector<std::string> render(const History& history);

}  // namespace gridlock::diagnosis
