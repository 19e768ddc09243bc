// Synthetic problems. A rule determines the answers, so the smallest result is known.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "minimizer/pass.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer::testing {

// The condition for the failure. Statements are given by number.
struct Rule {
  std::vector<int> necessary;  // all of these must run …
  bool flow = false;           // … and in graphs, the value of each must reach the next
  // Pairs (statement, other). The statement crashes unless the other one runs before it, whatever
  // else the program contains.
  std::vector<std::pair<int, int>> fragile;
  int decoy = -1;  // a statement with another failure, which the problem's failure hides; -1: none
};

// Return the signature of the problem, and the signatures of its other failures.
Signature failure();
Signature crash();
Signature decoy_failure();

// Judges the statements that run. `flows` states whether the data flow of Rule::flow holds.
Answer judge(const Rule& rule, const std::set<int>& running, bool flows = true);

struct MockProblem {
  std::string name;
  Problem problem;
  std::function<Answer(const Candidate&)> judge;  // as if the failure showed in every run
  std::function<std::vector<std::unique_ptr<Pass>>()> passes;
  int necessary = 0;  // count of necessary pieces
  int optimum = 0;    // line count of the optimum
  int ranks = 1;      // number of ranks of the optimum
  double rate = 1;    // share of runs in which the failure shows
};

Problem problem_of(std::string text);  // its canonical form is the text

// The changes that put_into() makes.
struct Setting {
  std::string kind = "hang";  // of the failure (Signature::kind)
  int ranks = 1;              // of the original
  int needed = 1;             // the failure shows only in candidates with at least so many ranks
};

// Gives the problem the setting's failure and ranks. Adds a first pass that leaves out ranks.
void put_into(MockProblem& mock, const Setting& setting);

}  // namespace gridlock::minimizer::testing
