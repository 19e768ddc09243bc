// Indexes the facts of a snapshot: which ranks' groups are the same group, which calls each member
// has issued, and which calls are open (issued but not completed). If a rank's facts contradict one
// another, the index ignores them and the rank counts as alive, so corrupt facts prove nothing. The
// index points into the snapshot, so the snapshot must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover {

// A call that is issued but not completed.
struct OpenCall {
  int rank = 0;
  int group = 0;   // index into Index::groups()
  int member = 0;  // index of the call's owner in KnownGroup::members
  const Call* call = nullptr;
};

// The state of one member of a group.
struct Member {
  int rank = 0;
  bool has_group = false;      // the rank has made the group, or is making it
  std::uint64_t enqueued = 0;  // number of collectives that the member has issued
  int workers = 0;             // as in Group::workers
  std::vector<int> open;       // open collectives: indices into Index::open(), by sequence number
};

struct KnownGroup {
  const Group* group = nullptr;
  const BackendSemantics* semantics = nullptr;  // null: nothing about the group can be proved
  std::vector<Member> members;                  // in the order of the group
};

class Index {
 public:
  // `assumed`, if not null, is the table of each backend that `semantics` lacks.
  Index(const Snapshot& snapshot, const Semantics& semantics,
        const BackendSemantics* assumed = nullptr);

  // Returns whether the ranks of the snapshot are 0 … n-1 in order. Otherwise the prover concludes
  // nothing.
  bool usable() const { return usable_; }
  const Snapshot& snapshot() const { return snapshot_; }
  int ranks() const { return static_cast<int>(snapshot_.ranks.size()); }
  const RankFacts& facts(int rank) const { return snapshot_.ranks[static_cast<std::size_t>(rank)]; }
  bool has(int rank) const { return rank >= 0 && rank < ranks(); }
  // Returns whether the rank's facts contradict one another.
  bool garbled(int rank) const { return garbled_[static_cast<std::size_t>(rank)]; }

  const std::vector<KnownGroup>& groups() const { return groups_; }
  const KnownGroup& group(int index) const { return groups_[static_cast<std::size_t>(index)]; }
  // Returns the index in groups() of the rank's group number `local`. Returns nullopt if the rank
  // has no such group.
  std::optional<int> group_index(int rank, int local) const;
  // Returns the entry of `rank` in a group. Returns null if the rank is no member.
  const Member* member(int group, int rank) const;

  const std::vector<OpenCall>& open() const { return open_; }
  const OpenCall& open(int index) const { return open_[static_cast<std::size_t>(index)]; }
  // Returns the rank's open call with this number. Returns nullopt if that call is not open.
  std::optional<int> open_call(int rank, std::uint32_t number) const;
  // Returns the member's open collective with this sequence number. Returns nullopt if it is not
  // open.
  std::optional<int> open_at(const Member& member, std::uint64_t seq) const;
  // Returns the range [first, last) of the rank's calls in open().
  std::pair<int, int> open_of(int rank) const;

 private:
  int intern(const Group& group, const Semantics& semantics);
  bool add_groups(const RankFacts& facts, const Semantics& semantics);
  bool add_calls(const RankFacts& facts);
  bool add_call(const RankFacts& facts, const Call& call);
  void discard_facts(int rank);
  int member_index(int group, int rank) const;

  const Snapshot& snapshot_;
  const BackendSemantics* const assumed_;
  bool usable_ = true;
  std::vector<bool> garbled_;
  std::vector<KnownGroup> groups_;
  std::unordered_multimap<std::uint64_t, int> by_hash_;
  std::vector<std::unordered_map<int, int>> member_indices_;  // per group, by rank
  std::vector<std::vector<int>> group_indices_;               // per rank, by local group
  std::vector<OpenCall> open_;
  std::vector<int> first_open_;  // per rank, with an extra entry at the end
};

}  // namespace gridlock::prover
