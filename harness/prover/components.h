// Finds the final components of a directed graph: strongly connected components without an edge to
// another component. In a wait-for graph, these are the waits that depend only on themselves.
#pragma once

#include <vector>

namespace gridlock::prover {

// Returns the final components, each as its sorted nodes. Takes O(nodes + edges) time and does not
// recurse.
std::vector<std::vector<int>> final_components(const std::vector<std::vector<int>>& edges);

}  // namespace gridlock::prover
