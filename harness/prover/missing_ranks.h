// Determines which ranks the waits of a snapshot wait for, in order to explain the graph's result.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/prover/wait_graph.h"

namespace gridlock::prover {

// A wait that ranks share: a collective (with the same signature), one direction of point-to-point
// traffic, a key, the creation of a group, or a lock.
struct WaitPoint {
  enum class Kind { kCollective, kSend, kRecv, kStore, kBuild, kLock };
  Kind kind = Kind::kCollective;
  int group = -1;
  std::uint64_t number = 0;  // seq of a collective, a key, a lock, or the rank that waits
  int variant = 0;           // of a collective: index into Collective::variants
  int peer = -1;             // of point-to-point traffic; or the root that a collective needs

  auto operator<=>(const WaitPoint&) const = default;
};

class MissingRanks {
 public:
  explicit MissingRanks(const WaitGraph& graph) : graph_(graph), index_(graph.index()) {}

  // Returns where a wait is stuck: at the call that the wait is for, or at the calls that occupy
  // the workers. Returns none if the wait is not stuck.
  std::vector<WaitPoint> places(int rank, const Wait& wait);
  // Returns the ranks that must act at the place, sorted. Empty for a key of the store, which any
  // rank could set.
  const std::vector<int>& ranks(const WaitPoint& place, int rank, const Wait& wait);
  // Returns the ranks that must act at any place of the wait, sorted.
  std::vector<int> ranks(int rank, const Wait& wait);

 private:
  void add_call(int call, std::vector<WaitPoint>& places);
  WaitPoint place_of(int call) const;
  std::vector<int> find(const WaitPoint& place, const Wait& wait) const;
  std::vector<int> of_collective(const WaitPoint& place) const;
  std::vector<int> of_build(int group) const;

  const WaitGraph& graph_;
  const Index& index_;
  std::map<WaitPoint, std::vector<int>> ranks_;
};

}  // namespace gridlock::prover
