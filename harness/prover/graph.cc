#include "harness/prover/graph.h"

namespace gridlock::prover {

Graph::Node Graph::gate(int missing) {
  nodes_.push_back({.missing = missing});
  return static_cast<Node>(nodes_.size()) - 1;
}

Graph::Node Graph::dispatcher() {
  nodes_.push_back({.dispatcher = true});
  return static_cast<Node>(nodes_.size()) - 1;
}

void Graph::edge(Node from, Node to) {
  const int index = static_cast<int>(edges_.size());
  edges_.push_back({.to = to});
  Vertex& vertex = at(from);
  if (vertex.last_edge == kNone) {
    vertex.first_edge = index;
  } else {
    edges_[static_cast<std::size_t>(vertex.last_edge)].next = index;
  }
  vertex.last_edge = index;
}

void Graph::need(Node node, Node input) {
  ++at(node).missing;
  edge(input, node);
}

void Graph::pass(Vertex& vertex) {
  if (vertex.first_edge == kNone) return;
  const Edge& edge = edges_[static_cast<std::size_t>(vertex.first_edge)];
  vertex.first_edge = edge.next;
  signals_.push_back(edge.to);
}

void Graph::fire(Vertex& vertex) {
  vertex.may = true;
  for (int edge = vertex.first_edge; edge != kNone;) {
    const Edge& here = edges_[static_cast<std::size_t>(edge)];
    signals_.push_back(here.to);
    edge = here.next;
  }
}

void Graph::propagate() {
  for (Vertex& vertex : nodes_) {
    if (!vertex.dispatcher && !vertex.may && vertex.missing <= 0) fire(vertex);
  }
  while (!signals_.empty()) {
    Vertex& vertex = at(signals_.back());
    signals_.pop_back();
    if (vertex.dispatcher) {
      pass(vertex);
    } else if (!vertex.may && --vertex.missing <= 0) {
      fire(vertex);
    }
  }
}

}  // namespace gridlock::prover
