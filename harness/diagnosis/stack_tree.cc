#include "harness/diagnosis/stack_tree.h"

#include <algorithm>

#include "harness/diagnosis/fold.h"

namespace gridlock::diagnosis {
namespace {

void add_rank(StackNode& node, int rank) {
  const auto at = std::ranges::lower_bound(node.ranks, rank);
  if (at == node.ranks.end() || *at != rank) node.ranks.insert(at, rank);
}

StackNode& child_of(StackNode& node, const KeptFrame& kept) {
  auto child = std::ranges::find(node.children, kept.frame, &StackNode::frame);
  if (child == node.children.end()) {
    node.children.push_back({kept.frame, kept.origin, 0, {}, {}});
    child = node.children.end() - 1;
  }
  child->left_out = std::max(child->left_out, kept.left_out);
  return *child;
}

void insert(StackNode& root, int rank, const std::vector<KeptFrame>& frames) {
  add_rank(root, rank);
  StackNode* node = &root;
  for (const KeptFrame& kept : frames) {
    node = &child_of(*node, kept);
    add_rank(*node, rank);
  }
}

bool is_blocked(const facts::Finding& finding, int rank, const ThreadStack& thread) {
  return std::ranges::any_of(finding.blocked, [&](const facts::Blocked& blocked) {
    return blocked.rank == rank && static_cast<std::uint64_t>(blocked.thread) == thread.id;
  });
}

bool runs_users_code(const ThreadStack& thread) {
  return std::ranges::any_of(thread.frames,
                             [](const Frame& f) { return origin_of(f) == Origin::kUser; });
}

std::vector<KeptFrame> below_its_name(const ThreadStack& thread) {
  auto frames = fold(thread);
  const std::string name = thread.name.empty() ? "another thread" : "thread " + thread.name;
  frames.insert(frames.begin(), {Frame{name, "", 0}, Origin::kNative, 0});
  return frames;
}

void sort(StackNode& node) {
  std::ranges::stable_sort(node.children, [](const StackNode& a, const StackNode& b) {
    return a.ranks.front() < b.ranks.front();
  });
  for (StackNode& child : node.children) sort(child);
}

}  // namespace

StackTree build_tree(const Evidence& evidence) {
  StackTree tree;
  for (const RankEvidence& rank : evidence.ranks) {
    const ThreadStack* main = main_thread(rank.threads);
    if (main == nullptr || main->frames.empty()) {
      tree.without.push_back(rank.rank);
    } else {
      insert(tree.root, rank.rank, fold(*main));
    }
    for (const ThreadStack& thread : rank.threads) {
      if (&thread == main || thread.frames.empty()) continue;
      if (!is_blocked(evidence.finding, rank.rank, thread) && !runs_users_code(thread)) continue;
      insert(tree.root, rank.rank, below_its_name(thread));
    }
  }
  std::ranges::sort(tree.without);
  sort(tree.root);
  return tree;
}

}  // namespace gridlock::diagnosis
