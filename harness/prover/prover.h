// Determines what is wrong with the ranks of a job, from plain facts about all of them: a proved
// deadlock, a rank that all others wait for, or logs that contradict each other. It never calls a
// healthy run a deadlock.
//
// A deadlock is a set of ranks that will not move until a timer fires or an outsider acts. For
// every event, the prover decides whether the event may still happen. If the facts leave this open,
// the answer is yes. The ranks that cannot move are deadlocked.
//
// For example, take three ranks of one group on gloo. None of them has another running thread:
//
//   rank 0  waits in all_reduce #5            needs ranks 1 and 2 to call it
//   rank 1  waits in recv #1 from rank 2      needs rank 2 to send
//   rank 2  waits in all_reduce #5            needs ranks 0 and 1 to call it
//
// The set of possible events starts empty and grows. First come the ranks with a thread that runs
// (none here), then the calls that these ranks may make, the waits that these calls may end, and
// the ranks with these waits. Here nothing is ever added, so all three ranks are deadlocked. Now
// suppose that rank 2 has one more thread, which computes. Then rank 2 may move and send. The
// receive of rank 1 may end, and rank 1 may call all_reduce #5, so every wait may end, and nothing
// is reported.
//
// Ranks. A rank may move if any of its threads may. A thread that runs may move; computing,
// compiling, sleeping and reading are the same to the prover. Threads that sleep outside of
// recorded waits are of four kinds:
//   kIdle      waits for another thread of its process. If it has not run between two snapshots, it
//              stays asleep while no other thread of the process can move; the proof lists this as
//              an assumption.
//   kHarmless  serves only recorded calls, or nothing, so it does not count.
//   kFeeder    serves other threads, so it may wake any idle thread.
//   kDoubtful  waits for a child, a socket or a timer, so its sleep may end.
// A rank counts as alive, meaning that it may do anything, in these cases: its facts are incomplete
// or contradict one another; a signal has stopped it, because a process may continue it; a fact
// changed between two snapshots; two of its threads wait for collectives of one group, whose order
// is then unknown. A call whose future was taken may have a callback, so its rank is alive while
// the call may complete. A dead rank makes no further call, unless a launcher may start it again.
// If no rank waits in a call, no rank is deadlocked.
//
// Waits. A wait that times out within a minute, or that something other than ranks may end, is
// alive. The other waits end as follows:
//   kCall, kIssue  end when the call may complete; immediately when it is no longer open
//   kStore         ends when ranks have set all of its keys, or when any rank may still move
//   kBuild         ends when every member has made the group or is making it, or may still move
//   kBackward      ends when any open call whose future was taken may complete; without such a
//                  call the thread computes
//   kLock          ends when all holders may move; the kernel releases the locks of dead ranks
//   kThread        ends when the thread that holds the store ends its own wait for keys
//
// Groups. Two ranks mean the same group when name, ordered members and creation index agree. Calls
// of a backend without a table, or of a group whose members disagree on the backend, may complete.
//
// Collectives. A call may complete when a worker takes it and the members that the call needs
// (given by the backend's table) have started or completed their calls with the same sequence
// number. Each member has workers for each group. Their number is in the member's facts, or else in
// the table. If the facts say that it is unknown, there is one worker for each call. Workers take
// the member's open calls in order. A call that completes immediately according to the table (no
// elements) takes no worker. If the table says so, a barrier starts only when the calls before the
// barrier have completed. If all needed members have started matching calls, the call is running:
// alive. If the calls differ, the table decides: calls that pair as kFits or kWrong serve each
// other; calls that pair as kHang never do; all other pairs, with any member, prove nothing. If
// more than 16 different calls have one sequence number, nothing is proved. A member that has not
// issued the call and may still move may do anything, whether it is needed or not: it may serve the
// other members' calls, or end them. If a dead rank has not issued the call, the ranks that need it
// wait forever, or, if the table says so, get an exception. In the latter case, a member that may
// still move may also exit, so all ranks that wait with it are alive. A dead rank that has issued
// the call may have served it. The lengths of all_to_all, gather and scatter are not compared.
//
// Point-to-point. The n-th send of (group, source, destination, tag) needs the n-th receive to be
// issued, and vice versa. The log may have lost old calls: an unknown count proves nothing. The
// n-th receive from any source needs n sends to its rank, or a member that may move. It proves
// nothing if some calls of a member are unknown, or if receives that name their source use the same
// tag. If both sides are issued, each side needs the other to start.
//
// Devices. If issuing a call only puts the call on a stream, the issue returns by itself, and the
// call runs after the earlier calls on the stream. But members connect in their first calls: the
// first collective of a group creates the group's communicator, and needs all members to join. The
// communicator may exist already, if the group was connected at its creation or if calls of the
// group were coalesced. Then the first collective still connects each member to its neighbors. The
// neighbors are unknown, so the issue needs at least one other member. A message needs its peer to
// have issued some message between the two ranks, whatever precedes that message on the peer's
// stream. The issue of a call that soon times out returns.
//
// Outsiders. A lock is released only by its holders, and a key of the store is set only by
// processes that are now connected to the store. The proof lists both as assumptions. Wait::doubts
// names every such process that is not a rank.
#pragma once

#include <chrono>
#include <optional>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Time between the two snapshots of a proof. It is needed because a ring and the threads of its
// rank are read separately: a thread may be preempted between writing a record and the action that
// the record describes. Within this time, such a thread gets a processor. With four spinning
// processes on each core, a runnable thread was seen to wait up to 44 ms (`gridlock bench
// starvation`). Sleeping threads do not need this time, because the kernel shows a woken thread as
// running even before it gets a processor.
inline constexpr std::chrono::milliseconds kBetweenSnapshots{50};

// Returns the deadlock that both snapshots show; `second` was taken after the whole of `first`.
// Ranks with any difference between the two snapshots are alive. Takes O(facts).
std::optional<Finding> prove(const Snapshot& first, const Snapshot& second,
                             const Semantics& semantics);

// Returns a likely deadlock: one that would be proved without some doubts. Its `proved` is false,
// and its `doubts` name the events that may end it. Returns nullopt for a proved deadlock, and for
// ranks with a busy main thread. A backend without a table is assumed to do what torch promises
// (facts::promised_semantics). Takes O(facts).
std::optional<Finding> find_likely(const Snapshot& first, const Snapshot& second,
                                   const Semantics& semantics);

// Returns a stall. It is about calls that can never complete (stuck_calls.h), or else about the
// live ranks that all others wait for, directly or through other ranks, or about all live ranks if
// all of them compile. Returns nullopt while any other rank may move. Waits that soon time out
// count as waits here. A stall is no proof, so report it only after some seconds.
std::optional<Finding> find_stall(const Snapshot& snapshot, const Semantics& semantics);

// Returns a desync. It is about groups with the same name that ranks created with different members
// (membership.h), or else about the first collective whose members' calls do not fit according to
// the group's table (kWrong, kAbort, kHang, kAmiss). The calls may be open or completed.
std::optional<Finding> find_desync(const Snapshot& snapshot, const Semantics& semantics);

}  // namespace gridlock::prover
