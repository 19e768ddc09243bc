// Matches point-to-point calls by (source, destination, tag, order), outside of the collectives.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/prover/index.h"

namespace gridlock::prover {

// Counts the messages that ranks have sent and received. A snapshot contains no counter for
// messages, only calls. For each rank it contains all calls from some call number on, and the last
// of these calls on a channel carries the channel's count. If none of the calls belongs to the
// channel and older calls are missing, the count is unknown.
class Channels {
 public:
  explicit Channels(const Index& index) : index_(index), ranks_(index.snapshot().ranks.size()) {}

  // Returns how many sends (op kSend) to `peer`, or receives (kRecv) from `peer`, the rank has
  // issued. With kRecvAnysource and peer -1, returns how many receives from any source the rank has
  // issued.
  std::optional<std::uint64_t> issued(int rank, int group, trace::Op op, int peer, int tag);
  // Returns whether the rank's receives of this tag cannot be counted by source, because some are
  // from any source.
  bool mixed(int rank, int group, int tag);
  // Returns whether some of the rank's receives of this tag name their source.
  bool names_sources(int rank, int group, int tag);
  // Returns how many sends to the rank all members together have issued. Unknown unless all calls
  // of all members are known.
  std::optional<std::uint64_t> sent_to(int rank, int group, int tag);
  // Returns how many calls of any tag and direction the rank has issued with one peer, including
  // receives from any source. Unknown unless all calls of the rank are known.
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
