// What programs do, one small step at a time: the reference that the prover is tested against. It
// shares the semantics (prover.h says them in words) with the prover, and no code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/prover/facts.h"
#include "harness/prover/semantics.h"
#include "harness/prover/testing/programs.h"

namespace gridlock::prover::testing {

enum class Status : char { kNotIssued, kOpen, kDone };

// A bit per rank.
using Ranks = std::uint32_t;

// Where all threads are, and what became of their calls. Plain bytes, so that it can be hashed.
struct State {
  struct Thread {
    std::uint8_t next = 0;      // operation
    bool inside = false;        // blocked in it
    std::vector<Status> calls;  // by operation
  };
  std::vector<std::vector<Thread>> ranks;
  Ranks exited = 0;
  // Ranks that go on without the messages that they have issued, and may have ended them: never of
  // themselves, any_future.h lets them.
  Ranks quit = 0;
  std::uint32_t keys = 0;  // bit per key set
  std::string bytes() const;
};

class Model {
 public:
  struct At {  // an operation of the program
    int rank;
    int thread;
    int index;
  };
  struct Step {
    State after;
    Ranks moved = 0;  // the rank whose thread made it; none when a call completed
  };

  Model(const Program& program, const BackendSemantics& semantics)
      : program_(program), semantics_(semantics) {}

  State start() const;
  std::vector<Step> steps(const State& state) const;
  // Ranks that have not come to their end.
  Ranks unfinished(const State& state) const;
  // What the agents would tell of it.
  Snapshot snapshot(const State& state) const;

  // What steps are made of.
  const Operation& operation(const At& at) const;
  static Status& status(State& state, const At& at);
  static Status status(const State& state, const At& at);
  std::vector<At> issued(const State& state, int rank) const;
  std::vector<At> collectives(const State& state, int rank, int group) const;
  // Its place among the calls that it is counted with.
  std::uint64_t seq_of(const State& state, const At& at) const;
  bool may_complete(const State& state, const At& at) const;
  bool may_move(const State& state, int rank) const;
  // The thread goes on: into its next operation, or out of the one that it is inside of.
  void advance(State& state, int rank, int thread) const;

 private:
  bool ended(const State& state, int rank, int thread) const;
  bool ended(const State& state, int rank) const;
  bool thread_may_move(const State& state, int rank, int thread) const;
  bool released(const State& state, int rank, int thread) const;
  void add_completions(const State& state, int rank, std::vector<Step>& steps) const;

  bool queued(const Operation& operation) const;
  // The call before it on its stream, if any, is over.
  bool in_turn(const State& state, const At& at) const;
  int ahead(const State& state, const At& at) const;
  bool starts(const State& state, const At& at) const;
  bool collective_may(const State& state, const At& at) const;
  bool message_may(const State& state, const At& at) const;
  Pairing compare(const Operation& a, const Operation& b) const;

  Call call_of(const State& state, const At& at, std::uint32_t number) const;
  RankFacts facts(const State& state, int rank) const;

  const Program& program_;
  const BackendSemantics& semantics_;
};

}  // namespace gridlock::prover::testing
