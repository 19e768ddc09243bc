// Checks whether the ranks of a group compiled equal collectives into equal code. If the
// collectives differ, the ranks hang or compute wrong values as soon as the code runs.
//
// Ranks may be checked while they still compile. Therefore only graphs of single frames are
// compared, forward and backward separately. Only ranks are compared that compiled equal code for
// equal values and for equal reasons, with graph breaks at equal places, because code that a rank
// compiles later can still resolve any other difference. A rank that has not compiled the frame is
// not compared, because it may run the frame eagerly. A rank with other graph breaks is not
// compared either, because it may call anything between its graphs. Shapes are compared if all
// ranks of the group must have equal shapes, unless a size is symbolic.
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
  // The ranks that differ from the majority.
  std::vector<int> ranks = {};
  // One of the majority's ranks.
  int of_the_others = 0;
  std::size_t position = 0;  // the index of the first collective that differs, from 0
  std::string left = {},
              right = {};  // at `position`: of the first of `ranks`, and of `of_the_others`
};

// Returns the first inconsistency, or nullopt when all ranks agree.
std::optional<Inconsistency> find_inconsistency(const std::vector<RankFrames>& ranks);

// Returns, for example, "the backward graph of forward (case.py) differs between ranks: collective
// 2 over ranks 0-3 is reduce_scatter_tensor f32[8, 16] ('sum', 4) on rank 1, and nothing on rank
// 0".
std::string sentence(const Inconsistency& inconsistency);

// Reports an inconsistency while ranks compile.
class InconsistencyNews {
 public:
  // Returns the inconsistency's sentence. Returns nullopt when the ranks agree so far, or when the
  // sentence is the one that was returned last.
  std::optional<std::string> of(const std::vector<RankFrames>& ranks);

 private:
  std::string told_;
};

}  // namespace gridlock::health
