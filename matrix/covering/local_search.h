// Covers uncovered tuples by changing rows, without adding any.
//
// Tabu search: takes an uncovered tuple at random; among the rows that need the fewest changes to
// hold it, changes the one that loses least; does not change those values again for some steps.
// After Nurmela, "Upper bounds for covering arrays by tabu search", Discrete Applied Mathematics
// 138, 2004; here, a changed row that breaks a constraint is repaired by a search for nearby values
// that satisfy it.
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
  // `coverage` must be that of `rows`; the first `fixed` rows are never changed.
  LocalSearch(Feasibility& feasibility, Coverage& coverage, std::vector<Row>& rows,
              std::size_t fixed, Random& random);

  // Runs until everything is covered (true) or `budget` tuples have been looked at (false).
  bool run(std::size_t budget);

  std::size_t work() const { return work_; }  // tuples looked at

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
  std::vector<std::size_t> tabu_until_;  // by row and factor
  std::size_t best_ = 0;                 // fewest uncovered tuples so far
  std::size_t work_ = 0;
};

}  // namespace gridlock::matrix::covering
