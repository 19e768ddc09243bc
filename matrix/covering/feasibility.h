// Decides whether a partial row can be completed to a valid row.
//
// The solver works on the forbidden conjunctions. It assigns values one by one and immediately
// propagates the consequences of each assignment. If all literals of a conjunction but one are
// true, the solver removes the value of the last literal. If a factor has only one value left, the
// solver assigns this value. A backtracking search completes the row.
#pragma once

#include <cstddef>
#include <vector>

#include "matrix/covering/problem.h"
#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

inline constexpr int kFree = -1;  // in a row: a factor without a value yet

class Feasibility {
 public:
  explicit Feasibility(const Problem& problem);

  // Returns false if every combination of values is a valid row.
  bool constrained() const { return !conjunctions_.empty() || !satisfiable_; }

  std::size_t factors() const { return levels_.size(); }
  int levels(int factor) const { return levels_[factor]; }

  bool valid(const Row& row) const;

  // Returns whether `row`, which must be valid, would remain valid if `factor` took `value`.
  bool valid_with(const Row& row, int factor, int value) const;

  // assign() and remove() change the state, which consists of the assigned and the removed values.
  // They return false on a contradiction; the caller must then call undo(). undo() restores the
  // state that existed when mark() returned `mark`.
  bool assign(int factor, int value);
  bool remove(int factor, int value);
  std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark);

  bool allowed(int factor, int value) const { return !removed_[first_[factor] + value]; }
  bool assigned(int factor) const { return value_[factor] != kFree; }
  int value(int factor) const { return value_[factor]; }

  // Completes the state to a valid row and stores the result in `row`. Prefers the values that
  // `row` has on entry (kFree means no preference) and takes random values otherwise. Does not
  // change the state. Returns false, with `row` unspecified, if no valid row exists.
  bool complete(Row& row, Random& random);

 private:
  struct Change {
    int factor;
    int value;
    bool assignment;
  };

  bool propagate();
  bool forbid_last_literal(std::size_t conjunction);
  bool search(const Row& preferred, Random& random);
  int most_constrained() const;
  bool matches(const Row& row, std::size_t conjunction) const;

  std::vector<int> levels_;
  std::vector<std::size_t> first_;  // by factor: index of literal (factor, 0), plus v for value v
  std::vector<std::vector<Literal>> conjunctions_;
  std::vector<std::vector<std::size_t>> with_;  // by literal: the conjunctions that contain it
  bool satisfiable_ = true;                     // false if propagation alone found a contradiction

  std::vector<int> true_literals_;  // by conjunction: count of true literals
  std::vector<char> removed_;       // by literal: whether its value is removed
  std::vector<int> left_;           // by factor: count of values not removed
  std::vector<int> value_;          // by factor: assigned value, or kFree
  std::vector<Change> trail_;
  std::vector<int> queue_;  // factors with one value left that are not assigned yet
};

}  // namespace gridlock::matrix::covering
