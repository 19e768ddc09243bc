#include "harness/prover/components.h"

#include <algorithm>

namespace gridlock::prover {
namespace {

// Finds components with Tarjan's algorithm. The call stack is explicit, so a long chain of waits
// cannot overflow the thread's stack.
class Search {
 public:
  explicit Search(const std::vector<std::vector<int>>& edges)
      : edges_(edges), order_(edges.size(), 0), low_(edges.size(), 0), part_(edges.size(), -1) {}

  const std::vector<int>& run() {
    for (int node = 0; node < static_cast<int>(edges_.size()); ++node) {
      if (order_[at(node)] == 0) visit(node);
    }
    return part_;
  }
  int parts() const { return parts_; }

 private:
  struct Frame {
    int node;
    std::size_t next;
  };
  static std::size_t at(int node) { return static_cast<std::size_t>(node); }

  void enter(int node) {
    order_[at(node)] = low_[at(node)] = ++clock_;
    stack_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(int root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == edges_[at(frame.node)].size()) {
        leave();
        continue;
      }
      const int to = edges_[at(frame.node)][frame.next++];
      if (order_[at(to)] == 0) {
        enter(to);
      } else if (part_[at(to)] < 0) {
        low_[at(frame.node)] = std::min(low_[at(frame.node)], order_[at(to)]);
      }
    }
  }

  void leave() {
    const int node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      int& above = low_[at(frames_.back().node)];
      above = std::min(above, low_[at(node)]);
    }
    if (low_[at(node)] != order_[at(node)]) return;
    for (int member = -1; member != node;) {
      member = stack_.back();
      stack_.pop_back();
      part_[at(member)] = parts_;
    }
    ++parts_;
  }

  const std::vector<std::vector<int>>& edges_;
  std::vector<int> order_;  // position in the order of discovery, from 1
  std::vector<int> low_;
  std::vector<int> part_;
  std::vector<int> stack_;
  std::vector<Frame> frames_;
  int clock_ = 0;
  int parts_ = 0;
};

}  // namespace

std::vector<std::vector<int>> final_components(const std::vector<std::vector<int>>& edges) {
  Search search(edges);
  const std::vector<int>& part = search.run();
  const auto parts = static_cast<std::size_t>(search.parts());
  std::vector<bool> left(parts);
  std::vector<std::vector<int>> nodes(parts);
  for (std::size_t node = 0; node < edges.size(); ++node) {
    const auto here = static_cast<std::size_t>(part[node]);
    nodes[here].push_back(static_cast<int>(node));
    for (int to : edges[node]) {
      if (part[static_cast<std::size_t>(to)] != part[node]) left[here] = true;
    }
  }
  std::vector<std::vector<int>> result;
  for (std::size_t i = 0; i < parts; ++i) {
    if (!left[i]) result.push_back(std::move(nodes[i]));
  }
  return result;
}

}  // namespace gridlock::prover
