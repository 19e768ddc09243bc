// Covers uncovered tuples by changing rows, without adding any.
//
// Each step of the tabu search takes an uncovered tuple at random and considers the rows that need
// the fewest changes to contain the tuple. The step changes the row whose change uncovers the
// fewest other tuples. The changed values then stay fixed for some steps. After Nurmela, "Upper
// bounds for covering arrays by tabu search", Discrete Applied Mathematics 138, 2004. One addition
// to that paper: if a changed row breaks a constraint, the search repairs the row with nearby
// values.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/coverage.h"
#include "matrix/covering/feasibility.h"
#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

class LocalSearch {
 public:
  // Prepares a search. `coverage` must be the coverage of `rows`. The first `fixed` rows are never
  // changed.
  LocalSearch(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
              std::size_t fixed, Random& random);

  // Runs until everything is covered or `budget` tuples have been examined. Returns whether
  // everything is covered.
  bool run(std::size_t budget);

  std::size_t work() const { return work_; }  // count of examined tuples

 private:
  struct Move {
    std::size_t row = 0;
    Row to;
    std::vector<int> changed;
    int loss = 0;
  };

  void step();
  int distance(const Row& row) const;
  bool propose(std::size_t row, Move& move);
  bool repair(const Row& near, Row& row);
  bool is_tabu(const Move& move) const;
  void apply(const Move& move);

  Feasibility& feasibility_;
  Coverage& coverage_;
  std::vector<Row>& rows_;
  std::size_t fixed_;
  Random& random_;

  std::vector<Literal> target_;          // the tuple that this step covers
  std::size_t now_ = 0;                  // steps made
  std::vector<std::size_t> tabu_until_;  // by row and factor: fixed until this step
  std::size_t best_ = 0;                 // fewest uncovered tuples so far
  std::size_t work_ = 0;
};

}  // namespace gridlock::matrix::covering
