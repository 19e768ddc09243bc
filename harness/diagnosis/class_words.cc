#include "harness/diagnosis/class_words.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gridlock::diagnosis {
namespace {

using facts::Class;

constexpr const char* kWaitsForLiveRank = "{Waiters} {wait} {in_what}{place} for {which_doing}";

constexpr std::array kWords = std::to_array<ClassWords>({
    {Class::kMissingRank, "{Fault} {never} called {call}; {waiters} {wait} for it{place}. {Doing}",
     "a condition, a loop's length or a graph break that depends on the rank, before the call that "
     "is missing"},
    {Class::kDifferentOrder, "{mismatch}; the ranks make the same calls in different orders",
     "what decides the order of these calls: an unordered set, hooks, a compiler's pass, threads"},
    {Class::kCrossGroupCycle, "{Fault} wait for one another across groups: {chain}",
     "the order in which ranks use these groups: all ranks must use them in the same order"},
    {Class::kMismatchedOperation, "{mismatch}",
     "a call before this one that only some ranks make: a condition that depends on the rank or on "
     "its data"},
    {Class::kMismatchedArguments, "{mismatch}",
     "a call before this one that only some ranks make, or what the arguments depend on: sizes of "
     "data, dtypes, which rank is the root"},
    {Class::kMismatchedMessage, "{message}",
     "a send or receive before this one that only one of the two ranks makes, such as that of one "
     "micro-batch more or less"},
    {Class::kUnmatchedSend,
     "{Waiters} {wait} {in_what}{place}; {peer} {peer_never_receives} the message: {peer_doing}",
     "the receives on the other side: their peer, their tag, how many there are, and whether a "
     "rank "
     "waits in another call before its receive"},
    {Class::kUnmatchedRecv,
     "{Waiters} {wait} {in_what}{place}; {peer} {peer_never_sends} the message: {peer_doing}",
     "the sends on the other side: their peer, their tag, how many there are, and whether a rank "
     "waits in another call before its send"},
    {Class::kDeadPeer, "{Waiters} {wait} {in_what}{place} for {which_doing}",
     "the log of the rank that ended, and why it ended before the others"},
    {Class::kGroupMembership,
     "{Waiters} {wait} {in_what}{place}, which {fault} {never} created: {doing}",
     "new_group and sub-meshes: every rank of the job must create every group, in the same order, "
     "whether it is a member or not"},
    {Class::kStoreKey, "{Waiters} {wait} {in_what}{place}, which no rank has set{or_can}. {Doing}",
     "the rank that should have set the key: it never reached a rendezvous, a barrier or the "
     "creation of a group"},
    {Class::kLockCycle, "{Fault} {is} in a cycle of waits through a lock: {chain}",
     "the lock that is held across a collective: release it first"},
    {Class::kBusyRank, kWaitsForLiveRank,
     "the rank that all others wait for, and what keeps it busy. This is not a deadlock"},
    {Class::kCompileSkew, kWaitsForLiveRank,
     "why only some ranks compile: their shapes, dtypes or conditions differ. A compile is not a "
     "deadlock, but may take longer than a timeout"},
    {Class::kSlowCompile, kWaitsForLiveRank,
     "what the compiler is busy with. In a matrix, compile_deadline_seconds limits how long a "
     "compile may go without progress"},
    {Class::kStopped, kWaitsForLiveRank,
     "who stopped the rank: a debugger, job control, a checkpointer; SIGCONT resumes it"},
    {Class::kThreadDeadlock, "{Waiters} {wait} {in_what}{place} for {which_doing}",
     "what the threads of that rank wait for: a lock, a queue, a thread that has died"},
});

}  // namespace

const ClassWords& words_of(facts::Class cls) {
  const auto row = std::ranges::find(kWords, cls, &ClassWords::cls);
  if (row == kWords.end()) throw std::invalid_argument("a class without words");
  return *row;
}

}  // namespace gridlock::diagnosis
