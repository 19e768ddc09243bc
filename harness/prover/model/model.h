// The model runs programs one transition at a time. Tests compare the prover with it. The model
// follows the same semantics as the prover (prover.h) but shares no code with the prover.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/prover/model/program.h"
#include "harness/prover/names.h"

namespace gridlock::prover::model {

enum class Status : char {
  kNotIssued,
  kOpen,  // for a kBuild: the rank has joined
  kDone,
  kGaveUp,  // timed out before its turn on its stream; occupies no worker any more
};

// A set of ranks, one bit per rank.
using Ranks = std::uint64_t;

// The positions of all threads and the status of their calls. The values are plain bytes, because
// the state is hashed.
struct State {
  enum class Inside : char { kNothing, kIssue, kOperation };
  struct Thread {
    std::uint8_t next = 0;             // index of the next operation
    Inside inside = Inside::kNothing;  // blocked in an operation's issue, or after the issue
    std::vector<Status> calls;         // indexed by operation
  };
  struct Lock {
    Ranks holders = 0;  // may contain exited ranks, which no longer hold the lock
    bool shared = false;
  };
  std::vector<std::vector<Thread>> ranks;
  Ranks exited = 0;
  // Ranks that gave up the messages that they have issued: they continue without these messages and
  // may have aborted them. Only any_future.h adds ranks here, not the model.
  Ranks quit = 0;
  std::uint32_t keys = 0;  // one bit per key that is set
  std::array<Lock, 2> locks;
  std::string bytes() const;
};

class Model {
 public:
  struct At {  // an operation of the program
    int rank;
    int thread;
    int index;
  };
  struct Transition {
    State after;
    Ranks moved = 0;  // the rank whose thread moved or whose callback ran, if any
  };

  Model(const Program& program, const BackendSemantics& semantics)
      : program_(program), semantics_(semantics) {}

  State start() const;
  std::vector<Transition> transitions(const State& state) const;
  // Returns the ranks that have not reached their end.
  Ranks unfinished(const State& state) const;
  // Returns whether a thread of `ranks` is blocked in a wait that agents would record. A kPark is
  // not recorded.
  bool waits(const State& state, Ranks ranks) const;
  // Returns the facts that the agents would send for this state.
  Snapshot snapshot(const State& state) const;

  // Helpers of transitions().
  const Operation& operation(const At& at) const;
  static Status& status(State& state, const At& at);
  static Status status(const State& state, const At& at);
  std::vector<At> issued(const State& state, int rank) const;
  std::vector<At> collectives(const State& state, int rank, int group) const;
  // Returns the position of the call in its sequence: the sequence number of a collective, or the
  // number of a message in its channel.
  std::uint64_t seq_of(const State& state, const At& at) const;
  bool may_complete(const State& state, const At& at) const;
  // Completes the call. Returns whether the call had a callback; the callback makes its rank move.
  bool complete(State& state, const At& at) const;
  bool may_move(const State& state, int rank) const;
  bool has_joined(const State& state, int rank, int group) const;  // the build of the group
  // Moves the thread one stage forward, into or out of an operation.
  void advance(State& state, int rank, int thread) const;

 private:
  bool ended(const State& state, int rank, int thread) const;
  bool ended(const State& state, int rank) const;
  bool thread_may_move(const State& state, int rank, int thread) const;
  // Defined in waits.cc.
  void begin(State& state, const At& at) const;
  bool blocks(const At& at) const;
  bool released(const State& state, const At& at, State::Inside inside) const;
  bool may_take(const State& state, const Operation& lock) const;
  void take(State& state, const At& at) const;
  void wake(State& state, int rank, Operation::Kind inside) const;
  bool issues(const State& state, const At& at) const;  // the thread is inside the call's issue
  bool future_taken(const State& state, const At& at) const;
  bool has_futures(const State& state, int rank) const;
  bool passes_issue(const State& state, const At& at) const;
  bool connects(const State& state, const At& at) const;
  bool issue_ends(const State& state, const At& at) const;
  bool still_connects(const State& state, const At& at) const;
  bool members_connected(const State& state, const At& at) const;
  bool peer_connected(const State& state, const At& at) const;

  void add_completions(const State& state, int rank, std::vector<Transition>& transitions) const;

  // Defined in calls.cc.
  bool queued(const Operation& operation) const;
  // Returns whether the preceding call on the same stream, if any, is complete.
  bool in_turn(const State& state, const At& at) const;
  int ahead(const State& state, const At& at) const;
  bool starts(const State& state, const At& at) const;
  bool collective_may(const State& state, const At& at) const;
  bool message_may(const State& state, const At& at) const;
  Pairing compare(const Operation& a, const Operation& b) const;

  // Defined in snapshot.cc.
  Call call_of(const State& state, const At& at, std::uint32_t number) const;
  Group group_of(const State& state, int rank, int group) const;
  std::vector<int> known_groups(const State& state, int rank) const;
  int local_group(const State& state, int rank, int group) const;
  std::vector<int> holders_of(const State& state, const Operation& lock) const;
  Wait wait_of(const State& state, const At& at, State::Inside inside,
               const std::map<std::pair<int, int>, std::uint32_t>& numbers) const;
  RankFacts facts(const State& state, int rank) const;

  const Program& program_;
  const BackendSemantics& semantics_;
};

}  // namespace gridlock::prover::model
