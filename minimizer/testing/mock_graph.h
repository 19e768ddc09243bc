// Synthetic straight-line code like a lowered graph, such as "v7 = f(v6, v2)". The operand "in" is
// a generated input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "minimizer/testing/mock_problem.h"

namespace gridlock::minimizer::testing {

struct Statement {
  int id = 0;
  std::vector<int> operands;  // ids, or kInput for a generated input
};
inline constexpr int kInput = -1;

using Graph = std::vector<Statement>;

std::string print(const Graph& graph);
Graph parse_graph(const std::string& text);  // `text`: the output of print()

// Returns a graph in which most statements use the statement before them (the main stream).
// Statements often use another recent statement, too.
Graph random_graph(int statements, std::uint64_t seed);

struct GraphOptions {
  int statements = 100;
  int necessary = 1;
  bool flow = false;     // see Rule::flow
  double fragile = 0;    // fraction of statements that crash without a neighbor
  double backwards = 0;  // fraction of fragile statements whose neighbor comes later
  bool decoy = false;
  std::uint64_t seed = 0;
};

// Returns a problem whose pass drops statements. A user of a dropped value then reads the most
// recent operand of the dropped statement instead, or its other operand (the second alternative).
// Therefore the optimum consists only of the necessary statements.
MockProblem graph_problem(const GraphOptions& options);

}  // namespace gridlock::minimizer::testing
