// From plain facts of all ranks to what is wrong with them: a deadlock that is proved, a rank that
// all others wait for, or logs that cannot be reconciled. Never calls a healthy run a deadlock.
//
// A DEADLOCK is a set of ranks that will not move until a timer fires or an outsider acts. The
// prover asks of everything whether it *may still happen*, wherever the facts leave it open says
// yes, and calls deadlocked what remains.
//
// For example, three ranks of one group on gloo, none of which has another thread that runs:
//
//   rank 0  waits in all_reduce #5            needs ranks 1 and 2 to call it
//   rank 1  waits in recv #1 from rank 2      needs rank 2 to send
//   rank 2  waits in all_reduce #5            needs ranks 0 and 1 to call it
//
// What may happen is gathered from nothing: first the ranks with a thread that runs (none here),
// then what they may call, then the waits which that may end, then the ranks whose waits those are.
// Here nothing is ever added, so all three remain: a deadlock. Had rank 2 one more thread that
// computes, then rank 2 may move, so it may send, so rank 1's receive may end, so rank 1 may call
// all_reduce #5, so every wait may end: nothing remains, and nothing is said.
//
// Ranks. One may move when ANY of its threads may. A thread that runs may (computing, compiling,
// sleeping and reading are the same to the prover). A thread that is asleep until another thread of
// its process wakes it (kIdle), and has not run between two snapshots, stays so while no other can:
// that is listed as an assumption. Threads that serve only recorded calls, or nothing (kHarmless),
// do not count; those that serve other threads (kFeeder) may wake any that is idle. Whatever else a
// thread sleeps in (kDoubtful) may end: a child, a socket, a timer. A rank is alive when its facts
// are incomplete or contradict themselves, when it is stopped by a signal (a process may continue
// it), when anything of it changed between two snapshots, and when two of its threads wait for
// collectives of one group (their order is then unknown). A call whose future was taken may have a
// callback: while it may complete, its rank is alive. A dead rank makes no further call, unless
// a launcher may start it again. Ranks none of which waits in a call are no deadlock.
//
// Waits. A wait that times out within a minute, or that something else than ranks may end, is
// alive. Otherwise
//   kCall, kIssue  end when the call may complete; at once when it is no longer open
//   kStore         ends when anybody ever set the key, or when any rank may still move
//   kBuild         ends when every member has made the group or is making it, or may still move
//   kBackward      ends when any open call whose future was taken may complete; without one the
//                  thread computes
//   kLock          ends when all holders may move; the kernel releases the locks of the dead
//
// Groups. Two ranks mean the same group when name, ordered members and creation index agree. What
// is of a backend without a table, or of a group whose members disagree on the backend, may
// complete.
//
// Collectives. A call may complete when a worker takes it, and the members that it needs (the
// backend's table says which) have started theirs with the same number or have completed it. Each
// member has as many workers per group as it says itself, or else the table (where it does not
// know, one for each call); they take its open calls in order. What completes at once by the table
// (no elements) takes no worker. Where the table says so, a barrier starts only when the calls
// before it have completed. If all needed members have started what fits, the call is running:
// alive. If they differ, the table decides: kFits and kWrong serve each other; kHang never does;
// kAbort and what is unmeasured, by any member, prove nothing. Among more than 16 different calls
// of one number nothing is proved. A member, needed or not, that has not issued the call and may
// still move may do anything: serve the others, or end them. Who needs a dead rank that has not
// completed the call waits forever, or, where the table says so, gets an exception: then members
// that may still move may also come to their end, and all who wait with them are alive. A dead rank
// that had issued the call may have served it. The lengths of all_to_all, gather and scatter are
// not compared.
//
// Point-to-point. The n-th send of (group, source, destination, tag) needs the n-th receive to be
// issued, and the other way round. What was issued long ago may be forgotten: an unknown count
// proves nothing. Receives from any source need more sends than there were, from any member that
// may move, and prove nothing unless all calls of all members are known, or where receives that
// name their source share their tag. Where both sides are issued, each needs the other to start.
//
// Devices. Where issuing a call only puts it on a stream, the issue returns by itself, and the call
// comes after those that the stream has before it. But members connect in their first calls: the
// first collective of a group makes its communicator, and needs all members to come to it. A group
// whose communicator may be there (it was connected when it was made, or calls of it were
// coalesced) still has to connect each member to its neighbors, which are not known: the issue
// needs one other member at least. A message needs its peer to have come to some message of the
// two, whatever its stream has before it. The issue of a call that soon times out returns.
//
// Outsiders. A lock is released by its holders alone, and a key of the store is set by those alone
// who have a connection to it now: listed as assumptions. Wait::doubts names any that is no rank.
#pragma once

#include <chrono>
#include <optional>

#include "harness/prover/names.h"

namespace gridlock::prover {

// Between the two snapshots of a proof. The kernel shows a thread that was woken as running,
// whether it has got a processor yet or not, and whatever a thread does makes it give one up: so no
// time at all would be needed for what sleeps. It is for what a snapshot reads apart, a ring and
// the threads of its rank: a thread that was preempted between a record and the act it describes
// has had a processor by then. Beside four spinning processes on each core a runnable thread was
// seen to wait for up to 44 ms (`gridlock bench starvation`).
inline constexpr std::chrono::milliseconds kBetweenSnapshots{50};

// The deadlock that both snapshots show, `second` having been taken after the whole of `first`.
// Ranks of which anything differs between the two are alive. Takes O(facts).
std::optional<Finding> prove(const Snapshot& first, const Snapshot& second,
                             const Semantics& semantics);

// What would be a deadlock if no doubt came true: `proved` is false, and `doubts` names what else
// may end it. Nothing for what is proved, nor for ranks whose main thread is busy. Takes O(facts).
std::optional<Finding> find_likely(const Snapshot& first, const Snapshot& second,
                                   const Semantics& semantics);

// Calls that can never complete whatever the ranks do (stuck_calls.h). Or else the live ranks that
// all others wait for, directly or through others, or all that live where all compile; nothing
// while anybody else may move. A wait with a timeout counts as waiting here. No proof: say it after
// some seconds only.
std::optional<Finding> find_stall(const Snapshot& snapshot, const Semantics& semantics);

// Groups of one name that ranks made of different members (membership.h); or two members' calls
// with the same number of a group, open or completed, that the group's table says cannot pair
// (kWrong, kAbort, kHang): the first such number of the first such group.
std::optional<Finding> find_desync(const Snapshot& snapshot, const Semantics& semantics);

}  // namespace gridlock::prover
