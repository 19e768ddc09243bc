// What the checker verifies of a certificate: that a set of ranks and calls is closed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/checker/names.h"
#include "harness/facts/certificate.h"

namespace gridlock::checker {

// Why a certificate proves nothing.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the table says of two collectives with the same number of one group.
Pairing effect_of(const Call& a, const Call& b, const BackendSemantics& table);

// What of a call its operation makes the members agree on, others at zero: operation, dtype, reduce
// op, root, shape and count. Calls that agree on it have one effect on any other.
using Arguments = std::tuple<trace::Op, int, int, int, std::uint32_t, std::uint64_t>;
Arguments arguments_of(const Call& call);

// Its members may pass parts of different sizes, which are not compared.
bool has_uneven_parts(trace::Op op);

// What was claimed: `ranks` cannot move and `calls` cannot complete.
class Claim {
 public:
  Claim(const Snapshot& first, const Snapshot& second, const Semantics& semantics,
        std::set<int> ranks, std::set<CallId> calls)
      : first(first),
        second(second),
        semantics(semantics),
        ranks(std::move(ranks)),
        calls(std::move(calls)) {}

  const Snapshot& first;
  const Snapshot& second;
  const Semantics& semantics;
  const std::set<int> ranks;
  const std::set<CallId> calls;

  // Each throws Rejected unless the rank or call is blocked by others of the claim, or by the dead.
  void check_rank(int rank) const;
  void check_call(const CallId& call) const;

  const RankFacts& facts(int rank) const { return second.ranks[static_cast<std::size_t>(rank)]; }
  // Alive and not claimed to be stuck, or unknown, or of facts that contradict themselves: may do
  // anything, or have done it.
  bool moves(int rank) const;
  // Of its call, and the one that it shares with another rank; null where there is none.
  const Group* group_of(int rank, const Call& call) const;
  const Group* same_group(int rank, const Group& group) const;
  const BackendSemantics& table(const Group& group) const;
  // An open call that waits for a worker or on a stream behind calls of the claim.
  bool never_starts(int rank, const Group& group, const Call& call) const;

 private:
  bool takes_worker(const Call& call, const BackendSemantics& table) const;
  bool no_worker(int rank, const Group& group, std::uint32_t before) const;
  bool behind_stuck(int rank, const Call& call) const;

  void check_consistent(int rank) const;
  const char* contradiction(int rank) const;
  bool contradicts_itself(int rank) const;
  void check_steady(int rank) const;
  void check_thread(int rank, const Thread& before, const Thread& after) const;
  void check_callbacks(int rank) const;
  void check_threads(int rank) const;
  void check_wait(int rank, const Wait& wait) const;
  void check_issue(int rank, const Wait& wait) const;
  bool connects(const Call& call, const Group& group) const;
  bool stays_away(int member, const Group& group) const;
  bool meets_nobody(int rank, const Call& call, const Group& group) const;
  bool other_side_stuck(int rank, const Call& call, const Group& group) const;
  void check_build(int rank, const Wait& wait) const;
  void check_collective(const CallId& id, const Call& call, const Group& group) const;
  bool part_missing(int member, const Call& call, const Group& group, bool needed) const;
  void check_message(const CallId& id, const Call& call, const Group& group) const;

  // Found in order before: all calls of a large group ask the same of all its members.
  mutable std::set<const Group*> sound_groups_;
  mutable std::map<int, const char*> contradictions_;
};

}  // namespace gridlock::checker
