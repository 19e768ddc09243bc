// Did the ranks of a group compile the same collectives into the same code? Where they did not,
// they will hang or compute something else as soon as that code runs.
//
// Ranks may be asked while they still compile. So compared is only the graph of one frame, forward
// and backward apart, with that of the ranks that compiled the same code, for the same values and
// the same reason, and broke off at the same places; what a rank compiles later of the same code
// may still excuse it. A rank that did not compile it (yet) may run it eagerly, and one that broke
// off elsewhere may call anything between its graphs: nothing is said of them. Shapes count where
// all ranks of the group must have the same, unless a size is symbolic.
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
  std::vector<int> ranks = {};  // those that differ from most
  int of_the_others = 0;        // one of these
  std::size_t position = 0;     // of the first collective that differs, from 0
  std::string left = {},
              right = {};  // what the first of `ranks` has there, and the other; "nothing"
};

// The first one; nothing where all agree.
std::optional<Inconsistency> find_inconsistency(const std::vector<RankFrames>& ranks);

// "the backward graph of forward (case.py) differs between ranks: collective 2 over ranks 0-3 is
// reduce_scatter_tensor f32[8, 16] ('sum', 4) on rank 1, and nothing on rank 0"
std::string sentence(const Inconsistency& inconsistency);

// What is told of it while ranks compile.
class InconsistencyNews {
 public:
  // Its sentence; nothing where they agree so far, or where that was told last.
  std::optional<std::string> of(const std::vector<RankFrames>& ranks);

 private:
  std::string told_;
};

}  // namespace gridlock::health
