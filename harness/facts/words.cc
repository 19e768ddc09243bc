#include "harness/facts/words.h"

#include <array>

namespace gridlock::facts {
namespace {

template <typename E>
using Row = std::pair<E, const char*>;

constexpr std::array<Row<Wait::On>, 7> kWaits{{
    {Wait::On::kCall, "call"},
    {Wait::On::kIssue, "issue"},
    {Wait::On::kStore, "store"},
    {Wait::On::kBuild, "build"},
    {Wait::On::kBackward, "backward"},
    {Wait::On::kLock, "lock"},
    {Wait::On::kThread, "thread"},
}};

constexpr std::array<Row<Thread::State>, 6> kStates{{
    {Thread::State::kBlocked, "blocked"},
    {Thread::State::kRunning, "running"},
    {Thread::State::kDoubtful, "doubtful"},
    {Thread::State::kIdle, "idle"},
    {Thread::State::kHarmless, "harmless"},
    {Thread::State::kFeeder, "feeder"},
}};

constexpr std::array<Row<Kind>, 3> kKinds{{
    {Kind::kDeadlock, "deadlock"},
    {Kind::kStall, "stall"},
    {Kind::kDesync, "desync"},
}};

constexpr std::array<Row<Class>, 17> kClasses{{
    {Class::kMissingRank, "missing rank"},
    {Class::kDifferentOrder, "different order"},
    {Class::kCrossGroupCycle, "cross-group cycle"},
    {Class::kMismatchedOperation, "mismatched operation"},
    {Class::kMismatchedArguments, "mismatched arguments"},
    {Class::kMismatchedMessage, "mismatched message"},
    {Class::kUnmatchedSend, "unmatched send"},
    {Class::kUnmatchedRecv, "unmatched receive"},
    {Class::kDeadPeer, "dead peer"},
    {Class::kGroupMembership, "group membership"},
    {Class::kStoreKey, "store key"},
    {Class::kLockCycle, "lock cycle"},
    {Class::kBusyRank, "busy rank"},
    {Class::kCompileSkew, "compile skew"},
    {Class::kSlowCompile, "slow compile"},
    {Class::kStopped, "stopped rank"},
    {Class::kThreadDeadlock, "thread deadlock"},
}};

constexpr std::array<Row<Needs>, 7> kNeeds{{
    {Needs::kAll, "all"},
    {Needs::kRoot, "root"},
    {Needs::kFromAll, "from_all"},
    {Needs::kStar, "star"},
    {Needs::kTree, "tree"},
    {Needs::kNobody, "nobody"},
    {Needs::kPeer, "peer"},
}};

constexpr std::array<Row<Pairing>, 5> kPairings{{
    {Pairing::kFits, "fits"},
    {Pairing::kWrong, "wrong"},
    {Pairing::kAbort, "abort"},
    {Pairing::kHang, "hang"},
    {Pairing::kAmiss, "amiss"},
}};

}  // namespace

fields::Words<Wait::On> words(Wait::On) {
  return kWaits;
}
fields::Words<Thread::State> words(Thread::State) {
  return kStates;
}
fields::Words<Kind> words(Kind) {
  return kKinds;
}
fields::Words<Class> words(Class) {
  return kClasses;
}
fields::Words<Needs> words(Needs) {
  return kNeeds;
}
fields::Words<Pairing> words(Pairing) {
  return kPairings;
}

}  // namespace gridlock::facts
