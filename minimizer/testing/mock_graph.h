// Straight-line code, like a lowered graph: "v7 = f(v6, v2)". "in" is a generated input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "minimizer/testing/mock_problem.h"

namespace gridlock::minimizer::testing {

struct Statement {
  int id = 0;
  std::vector<int> operands;  // ids; kInput: a generated input
};
inline constexpr int kInput = -1;

using Graph = std::vector<Statement>;

std::string print(const Graph& graph);
Graph parse_graph(const std::string& text);  // `text`: the output of print()

// Returns a graph in which each statement mostly uses the one before it (the main stream) and often
// another recent one.
Graph random_graph(int statements, std::uint64_t seed);

struct GraphOptions {
  int statements = 100;
  int necessary = 1;
  bool flow = false;     // see Rule
  double fragile = 0;    // fraction of statements that crash without a neighbor
  double backwards = 0;  // fraction of these whose neighbor comes after them
  bool decoy = false;
  std::uint64_t seed = 0;
};

// The pass drops statements. A user of a dropped value then reads the most recent operand of the
// dropped statement or, as the second alternative, the other one. So the necessary statements alone
// are the optimum.
MockProblem graph_problem(const GraphOptions& options);

}  // namespace gridlock::minimizer::testing
