// An AND/OR graph of events that may still happen. A node is enabled, meaning that its event may
// happen, once enough of its inputs are enabled. A node that never becomes enabled is deadlocked.
// Propagation takes O(nodes + edges) time and does not recurse.
#pragma once

#include <vector>

namespace gridlock::prover {

class Graph {
 public:
  using Node = int;

  // Makes a node that is enabled once all its inputs are. A node without inputs is enabled
  // immediately.
  Node all() { return gate(0); }
  // Makes a node that is enabled once any of its inputs is.
  Node any() { return gate(1); }
  // Makes a node that passes its n-th signal to its n-th output, just as workers take calls from a
  // queue in order.
  Node dispatcher();
  void edge(Node from, Node to);
  // need() adds an input to an all() node. forbid() adds an input that is never enabled, so the
  // node never is either.
  void need(Node node, Node input);
  void forbid(Node node) { ++at(node).missing; }
  // Adds a signal that comes from no other node, such as a free worker.
  void grant(Node node) { signals_.push_back(node); }

  void propagate();
  bool may(Node node) const { return nodes_[static_cast<std::size_t>(node)].may; }
  std::size_t size() const { return nodes_.size(); }

 private:
  static constexpr int kNone = -1;
  struct Vertex {
    int missing = 0;  // signals still needed
    bool dispatcher = false;
    bool may = false;
    int first_edge = kNone;
    int last_edge = kNone;
  };
  struct Edge {
    Node to = 0;
    int next = kNone;
  };

  Node gate(int missing);
  Vertex& at(Node node) { return nodes_[static_cast<std::size_t>(node)]; }
  void pass(Vertex& vertex);
  void fire(Vertex& vertex);

  std::vector<Vertex> nodes_;
  std::vector<Edge> edges_;
  std::vector<Node> signals_;  // not delivered yet
};

}  // namespace gridlock::prover
