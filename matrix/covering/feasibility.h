// Decides which partial rows can still become a valid row.
//
// A solver over the forbidden conjunctions. Values are assigned one by one, and their consequences
// are propagated at once (a conjunction with one literal left removes that value; a factor with one
// value left takes it). A search with backtracking completes the rest.
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

  // Returns whether `row`, valid until now, would still be valid with this one value.
  bool valid_with(const Row& row, int factor, int value) const;

  // The state: the values assigned and removed since construction or the last undo. Both functions
  // return false on a contradiction; the state must then be undone.
  bool assign(int factor, int value);
  bool remove(int factor, int value);
  std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark);

  bool allowed(int factor, int value) const { return !removed_[first_[factor] + value]; }
  bool assigned(int factor) const { return value_[factor] != kFree; }
  int value(int factor) const { return value_[factor]; }

  // Completes the state to a valid row, with the values of `row` where possible (kFree: no
  // preference) and otherwise random ones; leaves the state as it was. Returns false, with `row`
  // unspecified, if there is no such row.
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
  std::vector<std::size_t> first_;  // index of the literal (factor, 0); (factor, v) is v further
  std::vector<std::vector<Literal>> conjunctions_;
  std::vector<std::vector<std::size_t>> with_;  // by literal: its conjunctions
  bool satisfiable_ = true;                     // propagation alone found no contradiction

  std::vector<int> true_literals_;  // by conjunction
  std::vector<char> removed_;       // by literal
  std::vector<int> left_;           // by factor: values not removed
  std::vector<int> value_;          // by factor
  std::vector<Change> trail_;
  std::vector<int> queue_;  // factors with one value left, not assigned yet
};

}  // namespace gridlock::matrix::covering
