// A covering problem, and the array that solves it.
//
// A factor is an axis of configuration. A value of factor f is an index in [0, levels[f]). A row
// has one value per factor, so it is a cell of the grid. A t-tuple has t values of t different
// factors. A covering array of strength t has every feasible t-tuple in at least one of its rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridlock::matrix::covering {

using Row = std::vector<int>;

constexpr std::size_t kMaxRows = 1'000'000;  // per array; problems that need more are rejected

struct Literal {
  int factor;
  int value;
};

struct Problem {
  std::vector<int> levels;  // number of values of each factor, at least 1

  // The strength, 1 to 6. A strength above the number of factors is reduced to the number of
  // factors. 0 means every valid row.
  int strength = 2;

  // Conjunctions that no row may contain. A conjunction has any number of literals.
  std::vector<std::vector<Literal>> forbidden;

  // Empty, or ignored[f][v] != 0 if value v of factor f means "this axis does not apply". Tuples
  // with such a value need not be covered.
  std::vector<std::vector<char>> ignored;

  // Empty, or the cost factors of values. Value v of factor f multiplies the cost of a row by
  // costs[f][v], which is a whole number and at least 1. costs[f] may be empty. For strength 2, the
  // generator prefers a cheap array to an array with few rows.
  std::vector<std::vector<double>> costs;

  // Valid rows that are the first rows of the array, in this order.
  std::vector<Row> seed_rows;

  std::uint64_t seed = 0;  // equal problems and seeds give equal arrays, on every machine
};

struct Array {
  std::vector<Row> rows;

  // Counts of tuples of exactly `strength` applicable values. A tuple is feasible if some valid row
  // contains the tuple. All feasible tuples are covered, so the counts of feasible and covered
  // tuples, which are computed independently, must agree.
  std::size_t feasible_tuples = 0;
  std::size_t covered_tuples = 0;
  std::size_t infeasible_tuples = 0;

  std::size_t lower_bound = 0;  // no array with these seed rows can have fewer rows
};

// Generates a small covering array. If fewer than strength - 1 other factors apply together with a
// value, no feasible t-tuple contains this value. The array then covers the largest feasible tuples
// that contain the value.
//
// The search for an array with fewer rows stops after a fixed number of examined tuples, not after
// a fixed time. A problem of a dozen factors takes milliseconds; 60 factors take a few seconds.
// Throws std::invalid_argument for a problem that breaks the rules of Problem,
// and std::length_error for a problem that is too large (more than 1e6 rows or 3e7 tuples).
Array generate(const Problem& problem);

}  // namespace gridlock::matrix::covering
