// Merges the stacks of all ranks into a prefix tree. It shows which ranks share frames, and where
// their stacks diverge. The idea comes from STAT, the Stack Trace Analysis Tool (Arnold et al.,
// IPDPS 2007).
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct StackNode {
  Frame frame;
  Origin origin = Origin::kUser;
  // Number of frames left out above this one (fold.h): the maximum over the ranks of the node.
  int left_out = 0;
  std::vector<int> ranks;  // the ranks whose stacks go through this frame, sorted
  std::vector<StackNode> children;
};

struct StackTree {
  StackNode root;            // has no frame; its children are the outermost frames
  std::vector<int> without;  // ranks without a stack
};

// Builds the tree of the main threads, of the threads that `finding` reports as blocked, and of the
// threads that run the user's code. The stack of a thread that is not a main thread is below a
// frame with the thread's name.
StackTree build_tree(const Evidence& evidence);

// Returns lines of at most text::kPageWidth columns. "▸" marks the user's frames. A branch begins
// where ranks diverge. Returns no lines if there are no stacks.
std::vector<std::string> render(const StackTree& tree);

}  // namespace gridlock::diagnosis
