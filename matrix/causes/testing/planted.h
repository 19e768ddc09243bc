// Made-up results with known causes, for tests and `gridlock bench causes`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix/causes/causes.h"

namespace gridlock::matrix::causes::testing {

struct Planting {
  std::vector<std::size_t> lengths = {2};  // conditions of each planted cause
  int strength = 2;                        // of the covering array that is the table
  double noise = 0;                        // share of results that are turned around
  int more_cells = 8;                      // that may be trained beyond the table
  std::uint64_t seed = 0;                  // equal plantings give equal outcomes
};

struct Outcome {
  std::size_t planted = 0;
  std::size_t found = 0;    // causes that were named
  std::size_t right = 0;    // of them, those that hold for exactly the cells of a planted one
  std::size_t rows = 0;     // of the table
  int trained = 0;          // cells beyond the table
  double milliseconds = 0;  // to explain the table once
};

// A covering array of 8 to 12 axes (of strength 3: 6 to 8) with two to four values (words, numbers
// and booleans); causes that each hold for at least two of its rows, and for at most a third;
// results by them, with noise; explained with and without more cells, which get their results in
// the same way.
Outcome plant_and_find(const Planting& planting);

struct Rates {
  double precision = 0;  // right / found
  double recall = 0;     // right / planted
  double trained = 0;    // cells beyond the table, on average
  double rows = 0;       // of the table, on average
  double milliseconds_p50 = 0;
  double milliseconds_max = 0;
};

// Over so many tables, with seeds 1, 2, …
Rates rates_of(Planting planting, int tables);

// What the bench measures and the test asserts: the rates that were measured, with some room.
struct PlantingRow {
  const char* name;
  Planting planting;
  double precision;
  double recall;
};
const std::vector<PlantingRow>& planting_rows();
inline constexpr int kTables = 120;  // of each row

}  // namespace gridlock::matrix::causes::testing
