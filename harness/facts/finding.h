// What the prover found, ready to be explained.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Kind {
  kDeadlock,  // nothing will move until a timer fires or an outsider acts
  kStall,     // all ranks wait for ranks that are busy with something else
  kDesync,    // the logs of two ranks of a group cannot be reconciled; attached to the above
};

// The closed table of classes; their words are in words.cc, what a
// reader should do is in diagnosis/class_words.cc.
enum class Class {
  kMissingRank,          // some members never made the call that the others wait for
  kDifferentOrder,       // members issued the same calls of one group in different order
  kCrossGroupCycle,      // each waits in a group for one that waits in another group
  kMismatchedOperation,  // members issued different operations, which hang
  kMismatchedArguments,  // the same operation with arguments that hang
  kUnmatchedSend,        // a send without a receive
  kUnmatchedRecv,        // a receive without a send
  kDeadPeer,             // a rank that others need has ended
  kGroupMembership,      // not all members make the group
  kStoreKey,             // a key of the store that no rank will set
  kLockCycle,            // a lock whose holder waits for the one that wants it
  kBusyRank,             // stall: the rank computes, sleeps, reads, waits for a child
  kCompileSkew,          // stall: the rank compiles, and others wait for it
  kSlowCompile,          // stall: all ranks compile
  kStopped,              // stall: the rank is stopped by a signal
  kThreadDeadlock,       // all threads of the rank wait for one another
};

// Why one thread cannot go on (or, in a stall, what it waits for).
struct Blocked {
  int rank = 0;
  std::int64_t thread = 0;
  Wait wait;
  Call call;                   // where the wait is for one
  Group group;                 // where there is one
  std::vector<int> waits_for;  // the ranks whose part is missing
};

// How the ranks at fault left the sequence of calls that they, or ranks beside them, went through
// in earlier steps.
struct Divergence {
  enum class How {
    kUnknown,  // the records do not tell
    kSkipped,  // they left out `calls` calls, `call` first
    kExtra,    // they made `calls` more, `call` first
    kChanged,  // they made `call` from the usual place with other arguments
    // They left out the call that the others made, or made `call` in addition: it is new, and
    // nothing came after it that would tell.
    kSkippedOrExtra,
  };
  How how = How::kUnknown;
  std::vector<int> ranks;  // that left it, sorted
  Group group;             // of `call`
  // The first collective of the group at which the ranks diverge: calls after it may have paired by
  // accident. 0: not known.
  std::uint64_t seq = 0;
  Call call;
  int calls = 1;
  bool resumed = false;  // after these the ranks went on as in earlier steps
};

struct Finding {
  Kind kind = Kind::kDeadlock;
  Class cls = Class::kMissingRank;
  std::vector<int> at_fault;  // sorted
  std::string rule;  // which rule named them: "It skipped the call that ranks 0-2 wait for"
  std::vector<Blocked> blocked;
  std::vector<std::string> assumptions;  // what a proof rests on beyond the records
  // A deadlock that is only likely: nothing else than what these say could end it.
  bool proved = true;
  std::vector<std::string> doubts;       // "thread uploader of rank 0 waits for child process 4711"
  std::optional<Divergence> divergence;  // where the records show how ranks diverged
};

// Its doubts in one text; "" where it has none.
std::string doubt(const Finding& finding);

// Whether it is proved that the calls it is about will never be made. A rank that is busy may make
// its call yet; so may one of a deadlock that is only likely, and one whose calls do not match.
bool is_final(const Finding& finding);

const char* name(Kind kind);  // "deadlock"
const char* name(Class cls);  // "missing rank"

}  // namespace gridlock::facts
