// Made-up problems, whose answers follow from a rule and whose smallest result is known.
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

// When the failure shows, by the numbers of statements that run.
struct Rule {
  std::vector<int> necessary;  // all of these must run …
  bool flow = false;           // … in graphs, each one's value reaching the next one, too
  // A statement that crashes, whatever else there is, when another one does not run before it.
  std::vector<std::pair<int, int>> fragile;
  int decoy = -1;  // shows another failure once the problem's is gone; -1: none
};

// The problem's own signature, and those of the other failures.
Signature failure();
Signature crash();
Signature decoy_failure();

// `flows`: whether what Rule::flow asks for holds.
Answer judge(const Rule& rule, const std::set<int>& running, bool flows = true);

struct MockProblem {
  std::string name;
  Problem problem;
  std::function<Answer(const Candidate&)> judge;  // of one run in which the failure shows if it can
  std::function<std::vector<std::unique_ptr<Pass>>()> passes;
  int necessary = 0;  // pieces
  int optimum = 0;    // lines
  int ranks = 1;      // of the optimum
  double rate = 1;    // of runs in which the failure shows
};

Problem problem_of(std::string text);  // its canonical form is the text

// Gives the problem another failure (a kind of Signature), and ranks: it then shows on `needed` of
// them or more, and its first pass leaves out ranks.
struct Setting {
  std::string kind = "hang";
  int ranks = 1;
  int needed = 1;
};
void put_into(MockProblem& mock, const Setting& setting);

}  // namespace gridlock::minimizer::testing
