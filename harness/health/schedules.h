// Checks whether the ranks of a group compiled equal code to equal collectives. If the collectives
// differ, the ranks will hang or compute wrong values when the code runs.
//
// The check runs while ranks still compile, so it compares only what later code cannot change. It
// compares graphs of single frames, forward and backward separately. It compares only ranks that
// compiled equal code for equal values and reasons, with graph breaks at equal places. A rank that
// has not compiled the frame is left out, because it may run the frame eagerly. A rank with other
// graph breaks is left out, because it may call anything between its graphs. Shapes are compared if
// they must be equal on all ranks of the group, unless a size is symbolic.
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
  std::vector<int> ranks = {};  // the ranks that differ from the majority
  int of_the_others = 0;        // a rank of the majority
  std::size_t position = 0;  // the index of the first collective that differs, from 0
  std::string left = {},
              right = {};  // the collectives at `position` on ranks.front() and on `of_the_others`
};

// Returns the first inconsistency, or nullopt if all ranks agree.
std::optional<Inconsistency> find_inconsistency(const std::vector<RankFrames>& ranks);

// Returns a sentence such as "the backward graph of forward (case.py) differs between ranks:
// collective 2 over ranks 0-3 is reduce_scatter_tensor f32[8, 16] ('sum', 4) on rank 1, and nothing
// on rank 0".
std::string sentence(const Inconsistency& inconsistency);

// Reports each new inconsistency while ranks compile.
class InconsistencyNews {
 public:
  // Returns the sentence about an inconsistency. Returns nullopt if the ranks agree so far, or if
  // the previous call returned the same sentence.
  std::optional<std::string> of(const std::vector<RankFrames>& ranks);

 private:
  std::string told_;
};

}  // namespace gridlock::health
