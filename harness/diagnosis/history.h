// The last collectives of a process group, rank beside rank, aligned by sequence number at the
// point where the ranks diverge: the last ones that they have in common, then what each did
// instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/facts/facts.h"

namespace gridlock::diagnosis {

// What one rank did at one sequence number.
struct Entry {
  enum class State {
    kDone,
    kOpen,     // issued, not complete
    kNever,    // not issued
    kUnknown,  // issued, and no longer in the log
  };
  State state = State::kNever;
  facts::Call call;   // with kDone and kOpen
  std::string place;  // "train.py:45", of calls that only their places tell apart
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
  std::vector<std::uint64_t> rows;        // sequence numbers, rising by one
  std::optional<std::uint64_t> diverged;  // the first at which the ranks differ
  bool by_place = false;        // there only their places differ: the arguments match by chance
  std::vector<Column> columns;  // most ranks first
};

// Of the ranks whose evidence knows the group; nothing when no collective of it is in any log.
// `paired_by_chance`: the number from which on ranks made different calls though the arguments may
// match; 0: none is known.
std::optional<History> history_of(const facts::Group& group, const std::vector<RankEvidence>& ranks,
                                  std::uint64_t paired_by_chance = 0);

// Lines of at most text::kPageWidth columns.
std::vector<std::string> render(const History& history);

}  // namespace gridlock::diagnosis
