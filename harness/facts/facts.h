// The facts about a job at one moment. They are the prover's only input: plain data that the agents
// derive from rings and the process table. They are small enough to be sent, because they contain
// only the ranks' current waits, open calls (issued, not completed) and last completed calls.
//
// All rank numbers are global ranks, including members of groups and roots and peers of calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/trace/operation.h"
#include "harness/trace/record.h"
#include "harness/trace/values.h"

namespace gridlock::facts {

// Types that the records of the ring use too (harness/trace/values.h).
using trace::Group;
using trace::Handling;
using trace::Site;
using trace::StoreKey;

// An issued call of a process group. The fields include the arguments that must match between
// ranks.
struct Call {
  std::uint32_t number = 0;  // call number in this rank, in order of issue, from 1
  int group = 0;             // index into RankFacts::groups
  trace::Op op = trace::Op::kUnknown;
  // The position of the call in its sequence, from 1. These calls of a group form a sequence: all
  // collectives; all sends with one peer and tag; all recvs with one peer and tag; all recvs from
  // any source with one tag.
  std::uint64_t seq = 0;
  int peer = -1;  // root, source or destination; -1 = none
  int tag = 0;
  int dtype = 0;                 // c10::ScalarType
  int reduce_op = 0;             // c10d::ReduceOp::RedOpType
  std::uint64_t count = 0;       // elements
  std::uint32_t shape_hash = 0;  // hash of shapes and splits
  std::uint64_t site = 0;        // call site in the program (Site::site); 0 = unknown
  // The part of a training step that issued the call, and the module that owns the call's
  // parameters (an index into RankFacts::modules; -1 = unknown). Only texts for people use them.
  trace::Pass pass = trace::Pass::kUnknown;
  int module = -1;
  // Number of the earlier call that must complete before this call starts, because both are on one
  // stream of a device. 0 means that none is known.
  std::uint32_t after = 0;
  bool async = false;              // issued with async_op
  bool future_taken = false;       // the program took the future of the call
  bool compiling = false;          // issued by the compiler
  std::int64_t times_out_ms = -1;  // as in Wait; computed from the timeout of the group
};

// A wait that times out within this time counts as alive, not as stuck.
inline constexpr std::int64_t kSoonMs = 60'000;
inline bool soon(std::int64_t times_out_ms) {
  return times_out_ms >= 0 && times_out_ms < kSoonMs;
}

// A wait that a thread is blocked in. The probe records it before the thread blocks.
struct Wait {
  enum class On {
    kCall,      // ends when `call` completes
    kIssue,     // ends when the issue of `call` returns; the issue may execute the call
    kStore,     // ends when all of `keys` are set, each by any process
    kBuild,     // ends when all members of `group` have created it too
    kBackward,  // in backward: ends when an open call whose future was taken completes
    kLock,      // in the kernel: ends when `holders` release a lock
    kThread,    // ends when the rank's thread `thread`, which waits in the store, releases it
  };
  On on = On::kCall;
  std::uint32_t call = 0;
  // kStore: the keys that the thread waits for; in a finding, those that are not set. kThread: the
  // keys that the thread is about to set or to wait for.
  std::vector<StoreKey> keys;
  std::int64_t thread = 0;  // id of the thread that kThread waits for
  int group = 0;          // index into RankFacts::groups
  // Time in ms until the wait times out. -1 means never or unknown.
  std::int64_t times_out_ms = -1;
  std::uint64_t since_ns = 0;  // start of the wait (harness/trace/clock.h)
  std::vector<int> holders;    // ranks that hold the lock
  // Events that may end the wait although no record shows them, as text such as "process 4711
  // (python) may set the key".
  std::vector<std::string> doubts;

  bool operator==(const Wait&) const = default;
};

// A thread of a rank.
struct Thread {
  enum class State {
    kBlocked,   // blocked in `wait`
    kRunning,   // on a processor, or ready for one
    kDoubtful,  // asleep in a system call that a timer or an outsider may end; see `doing`
    kIdle,      // asleep in the kernel until another thread of this process wakes it
    kHarmless,  // serves only recorded calls, or nothing; listed in harmless_threads.cc
    // Listed in harmless_threads.cc too, but currently serves other threads. A feeder can wake only
    // kIdle threads of its process.
    kFeeder,
  };
  std::int64_t id = 0;
  std::string name;
  State state = State::kRunning;
  bool main = false;  // the process's first thread
  Wait wait;
  // For kDoubtful: what the thread does, such as "waits for child process 4711". For kRunning: that
  // it waits for its GPU, if so. For kHarmless and kFeeder: what the thread is, such as "tqdm's
  // monitor".
  std::string doing;
  std::uint64_t switches = 0;  // context switches; if unchanged, the thread did not run
};

struct RankFacts {
  int rank = 0;
  bool alive = true;         // false: the process is gone and makes no more calls
  std::string restarter;     // the process that may restart the rank: "process 4711 (torchrun)"
  bool stopped = false;      // stopped by a signal (SIGSTOP): makes no call until continued
  std::uint64_t events = 0;  // events ever recorded; unchanged = no event between two snapshots
  // Whether the ring was too small for the rank's groups, calls, threads or store keys. The facts
  // may then be incomplete.
  bool incomplete = false;
  std::vector<Thread> threads;
  std::vector<Group> groups;
  std::vector<Call> open;    // issued and not complete
  std::vector<Call> recent;  // the last completed calls that the log still contains, oldest first
  // Hashes of the store keys that the rank ever set, or is setting. `keys_incomplete` means that
  // there are more.
  std::vector<std::uint64_t> keys_set;
  bool keys_incomplete = false;
  std::string phase;                    // "step 3", "compile"; for people
  std::vector<Site> sites;              // call sites of the calls above; for people
  std::vector<std::string> modules;     // modules of the calls above; for people
  std::optional<Handling> handling;     // exception that a waiting thread handles; for people
};

struct Snapshot {
  std::vector<RankFacts> ranks;  // all ranks of the job, in order from 0
};

inline const RankFacts& facts_of_rank(const Snapshot& snapshot, int rank) {
  return snapshot.ranks[static_cast<std::size_t>(rank)];
}

inline bool has_thread(const RankFacts& facts, Thread::State state) {
  return std::ranges::count(facts.threads, state, &Thread::state) > 0;
}

}  // namespace gridlock::facts
