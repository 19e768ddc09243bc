// The stacks of all ranks merged into one prefix tree, which shows at a glance which ranks are
// together and where they part. After STAT, the Stack Trace Analysis Tool (Arnold et al., IPDPS
// 2007).
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
  int left_out = 0;        // frames left out above it (see fold.h), the most over its ranks
  std::vector<int> ranks;  // sorted; those whose stacks go through this frame
  std::vector<StackNode> children;
};

struct StackTree {
  StackNode root;            // no frame; its children are the outermost frames
  std::vector<int> without;  // ranks that have no stack
};

// Of the main threads, and of the others that `finding` has blocked or that run the user's code:
// these lie below a frame that is the thread's name.
StackTree build_tree(const Evidence& evidence);

// Lines of at most text::kPageWidth columns: "▸" marks the user's own frames, and a branch begins
// where ranks diverge. Empty when there is no stack at all.
std::vector<std::string> render(const StackTree& tree);

}  // namespace gridlock::diagnosis
