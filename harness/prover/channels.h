// Point-to-point calls, matched by (source, destination, tag, order) outside of the collectives.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/prover/index.h"

namespace gridlock::prover {

// Counts what ranks have sent and received. A snapshot has no counter for it, only calls: of those
// with numbers from some number on it has all, and the last of a channel among these tells how many
// there were. Where it has none of a channel and lacks older calls, the count is unknown.
class Channels {
 public:
  explicit Channels(const Index& index) : index_(index), ranks_(index.snapshot().ranks.size()) {}

  // How many sends (op kSend) to, or receives (kRecv) from `peer` the rank has issued; with
  // kRecvAnysource and peer -1, how many receives from any source.
  std::optional<std::uint64_t> issued(int rank, int group, trace::Op op, int peer, int tag);
  // Whether its receives of this tag cannot be counted by source, since some are from any source.
  bool mixed(int rank, int group, int tag);
  // Whether some of its receives of this tag name their source.
  bool names_sources(int rank, int group, int tag);
  // How many sends to the rank its whole group has issued; unknown unless all calls of all are.
  std::optional<std::uint64_t> sent_to(int rank, int group, int tag);
  // How many calls of any tag and direction the rank has issued with one peer, from any source or
  // not; unknown unless all its calls are.
  std::optional<std::uint64_t> between(int rank, int group, int peer);
  // All its calls are known.
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
