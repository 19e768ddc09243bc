// Verifies that the set of ranks and calls in a certificate is closed: nothing outside of the set
// can unblock it.
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

// Thrown with the reason why a certificate proves nothing.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns the table's entry for two collectives that have the same sequence number in a group.
Pairing effect_of(const Call& a, const Call& b, const BackendSemantics& table);

// The arguments of a call that all members must agree on: operation, dtype, reduce op, root, shape
// and count. Arguments that may differ for the operation are zero. Calls with equal Arguments have
// the same effect on any other call.
using Arguments = std::tuple<trace::Op, int, int, int, std::uint32_t, std::uint64_t>;
Arguments arguments_of(const Call& call);

// Returns whether members may pass parts of different sizes to the operation. Such sizes are not
// compared.
bool has_uneven_parts(trace::Op op);

// The claim of a certificate: `ranks` cannot move and `calls` cannot complete.
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

  // Throws Rejected unless ranks or calls of the claim, or ended ranks, block the rank forever.
  // check_call() does the same for a call.
  void check_rank(int rank) const;
  void check_call(const CallId& call) const;

  const RankFacts& facts(int rank) const { return second.ranks[static_cast<std::size_t>(rank)]; }
  // Returns whether the rank may act, or may have acted between the snapshots. Returns false only
  // for ranks of the claim, and for ranks that have certainly ended.
  bool moves(int rank) const;
  // Returns the group of the rank's call. same_group() takes a group of any rank and returns the
  // same group as recorded by `rank`. Both return nullptr if the rank has no such group.
  const Group* group_of(int rank, const Call& call) const;
  const Group* same_group(int rank, const Group& group) const;
  const BackendSemantics& table(const Group& group) const;
  // Returns the keys of a wait for keys that no rank has set or is setting.
  std::vector<StoreKey> unset_keys(const Wait& wait) const;
  // Returns whether `call`, which is open (issued but not completed), can never start, because it
  // is behind calls of the claim.
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
  void check_keys(int rank, const Wait& wait) const;
  void check_held_store(int rank, const Wait& wait) const;
  void check_issue(int rank, const Wait& wait) const;
  bool connects(const Call& call, const Group& group) const;
  bool stays_away(int member, const Group& group) const;
  bool meets_nobody(int rank, const Call& call, const Group& group) const;
  bool other_side_stuck(int rank, const Call& call, const Group& group) const;
  void check_build(int rank, const Wait& wait) const;
  void check_collective(const CallId& id, const Call& call, const Group& group) const;
  bool part_missing(int member, const Call& call, const Group& group, bool needed) const;
  void check_message(const CallId& id, const Call& call, const Group& group) const;

  // Results of earlier checks. Without them, each call of a large group would repeat the checks of
  // all members.
  mutable std::set<const Group*> sound_groups_;
  mutable std::map<int, const char*> contradictions_;
};

}  // namespace gridlock::checker
