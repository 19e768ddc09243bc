// A finding of the prover: what is wrong with a set of ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/facts.h"

namespace gridlock::facts {

enum class Kind {
  kDeadlock,  // no rank moves until a timer fires or an outsider acts
  kStall,     // no proof, but no progress: see find_stall() in harness/prover/prover.h
  kDesync,    // ranks' calls of a group, or their lists of members, do not match
};

// The classes of findings. words.cc has their names, and diagnosis/class_words.cc has the advice
// for users.
enum class Class {
  kMissingRank,          // some members never made the call that the others wait for
  kDifferentOrder,       // members issued the same calls of one group in different order
  kCrossGroupCycle,      // each rank waits in one group for a rank that waits in another group
  kMismatchedOperation,  // members issued different operations with one sequence number
  kMismatchedArguments,  // members issued one operation with arguments that do not match
  kMismatchedMessage,    // a send and its receive have different sizes
  kUnmatchedSend,        // a send without a matching receive
  kUnmatchedRecv,        // a receive without a matching send
  kDeadPeer,             // a rank that others need has ended
  kGroupMembership,      // members do not create the group, or pass different lists of members
  kStoreKey,             // ranks wait for a store key that no rank will set
  kLockCycle,            // the holder of a lock waits for a rank that wants the lock
  kBusyRank,             // stall: the rank computes, sleeps, reads, or waits for a child
  kCompileSkew,          // stall: the rank compiles, and others wait for it
  kSlowCompile,          // stall: all ranks compile
  kStopped,              // stall: the rank is stopped by a signal
  kThreadDeadlock,       // all threads of the rank wait for one another
};

// A blocked thread, its wait, and the ranks that it waits for.
struct Blocked {
  int rank = 0;
  std::int64_t thread = 0;
  Wait wait;
  Call call;                   // the call, if the thread waits for one
  Group group;                 // the group, if the wait is about one
  std::vector<int> waits_for;  // the ranks that must act first
};

// A loop in which a rank has repeated its calls.
struct Loop {
  int calls = 0;  // in a step; 0 = no loop is known
  int steps = 0;  // made so far; 0 = unknown, because the log lacks the first step
};

// How the ranks at fault left the call sequence of earlier steps.
struct Divergence {
  enum class How {
    kUnknown,  // the records do not show how
    kSkipped,  // they skipped `calls` calls, beginning with `call`
    kExtra,    // they made `calls` additional calls, beginning with `call`
    kChanged,  // they made `call` at its usual call site, but with other arguments
    // The ranks skipped a call that the others made, or made `call` in addition. The records do not
    // show which, because no earlier step has `call` and no call after it is known.
    kSkippedOrExtra,
  };
  How how = How::kUnknown;
  std::vector<int> ranks;  // the ranks that deviated, sorted
  Group group;             // group of `call`
  // First sequence number of the group at which the ranks diverge; 0 = unknown. Later calls may
  // still have paired by accident.
  std::uint64_t seq = 0;
  Call call;
  int calls = 1;
  bool resumed = false;  // after these calls, the ranks continued as in earlier steps
  Loop left;  // for kSkippedOrExtra: the loop that the ranks left, and in which the others go on
};

struct Finding {
  Kind kind = Kind::kDeadlock;
  Class cls = Class::kMissingRank;
  std::vector<int> at_fault;  // sorted
  std::string rule;  // why at_fault are at fault: "It never made the call that ranks 0-2 wait for"
  std::vector<Blocked> blocked;
  std::vector<std::string> assumptions;  // what the proof assumes beyond the records
  // Whether the deadlock is proved. If not, it is only likely, and each of `doubts` names an event
  // that could end it.
  bool proved = true;
  std::vector<std::string> doubts;       // "thread uploader of rank 0 waits for child process 4711"
  std::optional<Divergence> divergence;  // if the records show how the ranks diverged
};

// Returns the doubts as one text, or "" if there are none.
std::string doubt(const Finding& finding);

// Returns whether the awaited calls will certainly never be made. A busy rank, a rank in a likely
// deadlock, and a rank whose calls do not match may still make them.
bool is_final(const Finding& finding);

const char* name(Kind kind);  // "deadlock"
const char* name(Class cls);  // "missing rank"

}  // namespace gridlock::facts
