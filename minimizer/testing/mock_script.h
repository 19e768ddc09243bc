// Synthetic nested scripts. They contain statements "s7", calls "s8 f2", blocks "if b3:" and
// functions "def f2:", indented by two blanks. An empty body is a "pass".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "minimizer/testing/mock_problem.h"

namespace gridlock::minimizer::testing {

struct Node {
  enum class Kind { kStatement, kBlock, kFunction };
  Kind kind = Kind::kStatement;
  int id = 0;
  int callee = -1;  // the function that a statement calls; -1: none
  int parent = -1;  // index in the script, lower than this node's; -1: none
};

using Script = std::vector<Node>;  // in the order of the lines

std::string print(const Script& script);
Script parse_script(const std::string& text);  // `text`: the output of print()

// Returns a script with a sixth of its lines in functions. Each function is called at two places.
Script random_script(int lines, std::uint64_t seed);

struct ScriptOptions {
  int lines = 100;
  int necessary = 1;   // count of necessary statements
  double fragile = 0;  // fraction of statements that crash unless an earlier statement runs
  bool decoy = false;
  std::uint64_t seed = 0;
};

// Returns a problem whose pass drops statements, blocks and functions (with their calls), and
// unwraps blocks. The optimum consists of the necessary statements. A function that contains such a
// statement adds its "def" and one call.
MockProblem script_problem(const ScriptOptions& options);

}  // namespace gridlock::minimizer::testing
