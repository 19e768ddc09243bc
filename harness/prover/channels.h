// Matches sends with receives by (source, destination, tag, order).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/prover/index.h"

namespace gridlock::prover {

// Counts the sends and receives that ranks have issued. A snapshot has no counters for them. For
// each rank, it has all calls from some call number on, and each send or receive has its position
// in its channel. The last call of a channel therefore gives the count. If the snapshot has no call
// of the channel and lacks older calls of the rank, the count is unknown.
class Channels {
 public:
  explicit Channels(const Index& index) : index_(index), ranks_(index.snapshot().ranks.size()) {}

  // Returns how many sends (op kSend) to `peer`, or receives (kRecv) from `peer`, the rank has
  // issued. With kRecvAnysource and peer -1, returns how many receives from any source the rank has
  // issued.
  std::optional<std::uint64_t> issued(int rank, int group, trace::Op op, int peer, int tag);
  // Returns whether the rank has receives from any source with this tag. If so, its receives cannot
  // be counted by source.
  bool mixed(int rank, int group, int tag);
  // Returns whether some of the rank's receives with this tag name their source.
  bool names_sources(int rank, int group, int tag);
  // Returns how many sends to the rank all members have issued in total. Returns nullopt unless all
  // calls of all members are known.
  std::optional<std::uint64_t> sent_to(int rank, int group, int tag);
  // Returns how many calls the rank has issued with one peer, in both directions, with any tag, and
  // including receives from any source. Returns nullopt unless all calls of the rank are known.
  std::optional<std::uint64_t> between(int rank, int group, int peer);
  // Returns whether all calls of the rank are known.
  bool complete_history(int rank) { return of(rank).complete; }

 private:
  using Key = std::tuple<int, trace::Op, int, int>;  // group, op, peer, tag
  struct Rank {
    bool read = false;
    bool complete = false;
    std::map<Key, std::uint64_t> issued;
  };
  Rank& of(int rank);
  void read(int rank, Rank& result);

  const Index& index_;
  std::vector<Rank> ranks_;
  struct Traffic {
    bool known = true;
    std::map<std::pair<int, int>, std::uint64_t> sent;  // destination and tag
  };
  std::map<int, Traffic> traffic_;  // per group
};

}  // namespace gridlock::prover
