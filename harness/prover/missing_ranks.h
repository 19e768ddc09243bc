// Determines which ranks each wait needs, to explain a deadlock.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// Something that several ranks may wait for together: a collective with one signature, one
// direction of point-to-point traffic, a store key, the creation of a group, or a lock.
struct WaitPoint {
  enum class Kind { kCollective, kSend, kRecv, kStore, kBuild, kLock };
  Kind kind = Kind::kCollective;
  int group = -1;
  // Distinguishes wait points of one kind: the sequence number of a collective, the number of a
  // lock or of a waiting rank, or the hash of the first unset key.
  std::uint64_t number = 0;
  int variant = 0;           // index into Collective::variants, for a collective
  int peer = -1;             // peer of a message, or root that a collective needs; -1 = none

  auto operator<=>(const WaitPoint&) const = default;
};

class MissingRanks {
 public:
  explicit MissingRanks(const WaitGraph& graph) : graph_(graph), index_(graph.index()) {}

  // Returns the wait points at which a wait is stuck: its own call, or the calls that occupy the
  // workers ahead of it. Returns none if the wait is not stuck.
  std::vector<WaitPoint> places(int rank, const Wait& wait);
  // Returns the ranks that must act before waits at this point end, sorted. For a store key, which
  // any rank could set, returns the rank that should have set it (key_owner.h), or none.
  const std::vector<int>& ranks(const WaitPoint& place, int rank, const Wait& wait);
  // Returns the ranks that must act at any wait point of the wait, sorted.
  std::vector<int> ranks(int rank, const Wait& wait);

 private:
  void add_call(int call, std::vector<WaitPoint>& places);
  WaitPoint place_of(int call) const;
  StoreKey first_unset(const Wait& wait) const;
  std::vector<int> find(const WaitPoint& place, const Wait& wait) const;
  std::vector<int> of_collective(const WaitPoint& place) const;
  std::vector<int> of_build(int group) const;

  const WaitGraph& graph_;
  const Index& index_;
  std::map<WaitPoint, std::vector<int>> ranks_;
};

}  // namespace gridlock::prover
