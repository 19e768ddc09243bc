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

// Where all threads are, and what became of their calls. Plain bytes, so that it can be hashed.
struct State {
  struct Thread {
    std::uint8_t next = 0;      // operation
    bool inside = false;        // blocked in it
    std::vector<Status> calls;  // by operation
  };
  std::vector<std::vector<Thread>> ranks;
  std::uint32_t exited = 0;  // bit per rank
  std::uint32_t keys = 0;    // bit per key set
  std::string bytes() const;
};

// A bit per rank.
using Ranks = std::uint32_t;

class Model {
 public:
  Model(const Program& program, const BackendSemantics& semantics)
      : program_(program), semantics_(semantics) {}

  State start() const;

  struct Step {
    State after;
    Ranks moved = 0;  // the rank whose thread made it; none when a call completed
  };
  std::vector<Step> steps(const State& state) const;

  // The ranks that can never move again whatever the others, where they move, may do: those whose
  // programs are not known.
  Ranks deadlocked(const State& state) const;
  // Ranks that have not come to their end.
  Ranks unfinished(const State& state) const;
  // What the agents would tell of it.
  Snapshot snapshot(const State& state) const;

 private:
  struct At {  // an operation of the program
    int rank;
    int thread;
    int index;
  };
  const Operation& operation(const At& at) const;
  static Status& status(State& state, const At& at);
  static Status status(const State& state, const At& at);
  bool ended(const State& state, int rank, int thread) const;
  bool ended(const State& state, int rank) const;
  std::vector<At> issued(const State& state, int rank) const;
  std::vector<At> collectives(const State& state, int rank, int group) const;

  bool released(const State& state, int rank, int thread, Ranks free) const;
  void step_thread(const State& state, int rank, int thread, std::vector<Step>& steps) const;

  bool queued(const Operation& operation) const;
  // The call before it on its stream, if any, is over.
  bool in_turn(const State& state, const At& at) const;
  int ahead(const State& state, const At& at) const;
  bool starts(const State& state, const At& at) const;
  // Ranks in `free` may do anything, and may have done so as early as in `before`.
  bool may_complete(const State& before, const State& state, const At& at, Ranks free) const;
  bool collective_may(const State& before, const State& state, const At& at, Ranks free) const;
  bool message_may(const State& state, const At& at, Ranks free) const;
  Pairing compare(const Operation& a, const Operation& b) const;

  Call call_of(const State& state, const At& at, std::uint32_t number) const;
  std::uint64_t seq_of(const State& state, const At& at) const;
  RankFacts facts(const State& state, int rank) const;

  const Program& program_;
  const BackendSemantics& semantics_;
};

}  // namespace gridlock::prover::testing
