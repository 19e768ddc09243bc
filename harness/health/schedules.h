// Checks whether the ranks of a group compiled the same collectives into the same code. If they did
// not, they hang or compute wrong values as soon as that code runs.
//
// Ranks may be checked while they still compile. Therefore only the graph of one frame is compared,
// forward and backward apart, among ranks that compiled the same code, for the same values and the
// same reason, with graph breaks at the same places; what a rank compiles later of the same code
// can still resolve a difference. A rank that did not compile the frame (yet) may run it eagerly,
// and a rank with other graph breaks may call anything between its graphs: neither is compared.
// Shapes count if all ranks of the group must have the same, unless a size is symbolic.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

struct Inconsistency {
  std::string function;         // "forward (case.py)"
  std::string graph;            // "forward", "backward"
  std::string group;            // "0-3"
  // The ranks that differ from most.
  std::vector<int> ranks = {};
  // One of the other ranks.
  int of_the_others = 0;
  std::size_t position = 0;  // the first collective that differs, from 0
  std::string left = {},
              right = {};  // what the first of `ranks` has there, and the other; "nothing"
};

// Returns the first inconsistency, or nullopt when all agree.
std::optional<Inconsistency> find_inconsistency(const std::vector<RankFrames>& ranks);

// Returns "the backward graph of forward (case.py) differs between ranks: collective 2 over ranks
// 0-3 is reduce_scatter_tensor f32[8, 16] ('sum', 4) on rank 1, and nothing on rank 0".
std::string sentence(const Inconsistency& inconsistency);

// Reports an inconsistency while ranks compile.
class InconsistencyNews {
 public:
  // Returns its sentence; nullopt when the ranks agree so far, or when that sentence was the last
  // one returned.
  std::optional<std::string> of(const std::vector<RankFrames>& ranks);

 private:
  std::string told_;
};

}  // namespace gridlock::health
