// Merges the stacks of all ranks into one prefix tree, which shows which ranks share frames and
// where their stacks diverge. The idea is from STAT, the Stack Trace Analysis Tool (Arnold et al.,
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
  // The number of frames omitted above this frame (see fold.h): the maximum over the node's ranks.
  int left_out = 0;
  std::vector<int> ranks;  // the ranks whose stacks go through this frame, sorted
  std::vector<StackNode> children;
};

struct StackTree {
  StackNode root;            // has no frame; its children are the outermost frames
  std::vector<int> without;  // ranks without a stack
};

// Covers the main threads, the threads that `finding` reports as blocked, and the threads that run
// the user's code. Every thread other than a main thread is below a frame with the thread's name.
StackTree build_tree(const Evidence& evidence);

// Returns lines of at most text::kPageWidth columns. "▸" marks the user's own frames, and a branch
// begins where ranks diverge. Returns no lines when there is no stack at all.
std::vector<std::string> render(const StackTree& tree);

}  // namespace gridlock::diagnosis
