// Finds the final components of a directed graph. A final component has no edge to another
// component: waiting ends there.
#pragma once

#include <vector>

namespace gridlock::prover {

// Returns the strongly connected components without an edge to another one, each as its sorted
// nodes. O(nodes + edges), no recursion.
std::vector<std::vector<int>> final_components(const std::vector<std::vector<int>>& edges);

}  // namespace gridlock::prover
