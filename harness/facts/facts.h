// What is known of a job at one moment: the prover's whole input. Plain data, made by the agents
// from rings and the process table, and small enough to be sent: a snapshot holds what ranks are in
// now and what they have open, not what they did.
//
// Ranks are global ranks here, also those of a group's members, and roots and peers of calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/trace/operation.h"
#include "harness/trace/record.h"

namespace gridlock::facts {

// A process group as one rank knows it. Two ranks mean the same group when name, members and
// `creation` agree: names repeat (torch gives "1" to the groups of disjoint sets of ranks).
struct Group {
  std::string name;            // torch's name of the group
  std::string description;     // "mesh_cp", "default_pg"; for people
  std::vector<int> members;    // in order of rank within the group
  int creation = 0;            // how many groups of this name and members the rank made before
  std::string backend;         // "gloo", "nccl"
  std::uint64_t enqueued = 0;  // collectives issued on it ever: the next has sequence number + 1
  bool connected = false;      // its communicator may be there before its first collective
  // Threads that carry out its calls in order; 0 = as its backend's table says, -1 = unknown.
  int workers = 0;
};

// A call of a process group that was issued. Its arguments are what must fit between ranks.
struct Call {
  std::uint32_t number = 0;  // in this rank, in order of issue, from 1
  int group = 0;             // index into RankFacts::groups
  trace::Op op = trace::Op::kUnknown;
  // Which collective of the group, from 1. Of send and recv: which of those with the same group,
  // direction, peer and tag, from 1 (recv from any source: with the same group and tag).
  std::uint64_t seq = 0;
  int peer = -1;  // root, source or destination; -1 = none
  int tag = 0;
  int dtype = 0;
  int reduce_op = 0;
  std::uint64_t count = 0;       // elements
  std::uint32_t shape_hash = 0;  // shapes and splits
  std::uint64_t site = 0;        // where in the program
  // Which part of a training step made it, and the module that its parameters belong to (an index
  // into RankFacts::modules, -1: none is known). For people.
  trace::Pass pass = trace::Pass::kUnknown;
  int module = -1;
  // An earlier call of this rank that must complete before this one starts: so they stand on a
  // device's stream. 0: none is known.
  std::uint32_t after = 0;
  bool async = false;
  bool future_taken = false;
  bool compiling = false;          // issued by the compiler
  std::int64_t times_out_ms = -1;  // as Wait::times_out_ms: by its group's timeout
};

// What times out sooner than that is alive.
inline constexpr std::int64_t kSoonMs = 60'000;
inline bool soon(std::int64_t times_out_ms) {
  return times_out_ms >= 0 && times_out_ms < kSoonMs;
}

// What a thread is blocked in, as the probe recorded it before blocking.
struct Wait {
  enum class On {
    kCall,      // until `call` completes
    kIssue,     // within the issue of `call`, which the backend carries out at once
    kStore,     // until a process sets `key`
    kBuild,     // until all members of `group` make it too
    kBackward,  // within backward: until the open calls whose future was taken complete
    kLock,      // in the kernel, for a lock that `holders` hold
  };
  On on = On::kCall;
  std::uint32_t call = 0;
  std::uint64_t key = 0;  // hash
  int group = 0;          // index into RankFacts::groups
  // When the wait times out, in ms from now, by whichever timeout; -1: never, or unknown.
  std::int64_t times_out_ms = -1;
  std::uint64_t since_ns = 0;
  std::vector<int> holders;
  // What may end it beyond what ranks record, each in words: "process 4711 (python) may set the
  // key".
  std::vector<std::string> doubts;

  bool operator==(const Wait&) const = default;
};

// A thread of a rank.
struct Thread {
  enum class State {
    kBlocked,   // in `wait`
    kRunning,   // on a processor, or ready for one
    kDoubtful,  // asleep in the kernel, in what a timer or an outsider may end: `doing`
    kIdle,      // asleep in the kernel until another thread of this process wakes it
    kHarmless,  // it serves only recorded calls, or nothing: a row of harmless_threads.cc, `doing`
    // The same while it serves; it wakes threads of this process that are kIdle, and no others.
    kFeeder,
  };
  std::int64_t id = 0;
  std::string name;
  State state = State::kRunning;
  bool main = false;  // the process's first
  Wait wait;
  // Doubtful: "waits for child process 4711". Harmless or a feeder: why, "tqdm's monitor".
  std::string doing;
  std::uint64_t switches = 0;  // times that the kernel ran it; unchanged = it did not run
};

// A place in the program, as calls name it: "train.py:45".
struct Site {
  std::uint64_t site = 0;
  std::string place;
};

// An exception that a thread of a rank is handling while it waits: nobody has printed it yet.
struct Handling {
  std::string error;  // "KeyError: 'x'"
  std::string place;  // where it was raised, "train.py:12"; "" = unknown

  bool operator==(const Handling&) const = default;
};

struct RankFacts {
  int rank = 0;
  bool alive = true;         // false: the process is gone, and makes no further call
  std::string restarter;     // who may start it again once it is gone: "process 4711 (torchrun)"
  bool stopped = false;      // by a signal (SIGSTOP): it makes no call until it is continued
  std::uint64_t events = 0;  // ever recorded: unchanged = nothing was called meanwhile
  // The rank had more groups, calls, threads or store keys than its ring holds: what is missing
  // here may exist.
  bool incomplete = false;
  std::vector<Thread> threads;
  std::vector<Group> groups;
  std::vector<Call> open;    // issued and not complete
  std::vector<Call> recent;  // the last completed ones that the log still has, oldest first
  std::vector<std::uint64_t> keys_set;  // hashes of the keys that it ever set in the store
  std::string phase;                    // "step 3", "compile"; for people
  std::vector<Site> sites;              // of the calls above; for people
  std::vector<std::string> modules;     // of the calls above; for people
  std::optional<Handling> handling;     // for people
};

struct Snapshot {
  std::vector<RankFacts> ranks;  // all ranks of the job, in order
};

inline const RankFacts& facts_of_rank(const Snapshot& snapshot, int rank) {
  return snapshot.ranks[static_cast<std::size_t>(rank)];
}

inline bool has_thread(const RankFacts& facts, Thread::State state) {
  return std::ranges::count(facts.threads, state, &Thread::state) > 0;
}

}  // namespace gridlock::facts
