// Synthetic results with known causes, for tests and `gridlock bench causes`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrix/causes/causes.h"

namespace gridlock::matrix::causes::testing {

struct Planting {
  std::vector<std::size_t> lengths = {2};  // number of conditions of each planted cause
  int strength = 2;                        // strength of the covering array that is the table
  double noise = 0;                        // share of inverted results
  int more_cells = 8;                      // largest number of cells trained beyond the table
  std::uint64_t seed = 0;                  // equal plantings give equal outcomes
};

struct Outcome {
  std::size_t planted = 0;
  std::size_t found = 0;    // causes that were reported
  std::size_t right = 0;    // reported causes that hold for exactly the cells of a planted cause
  std::size_t rows = 0;     // rows of the table
  int trained = 0;          // cells trained beyond the table
  double milliseconds = 0;  // time to explain the table once
};

// Plants causes and searches for them. The table is a covering array of 8 to 12 axes (6 to 8 for
// strength 3). Each axis has two to four values, which are words, numbers or booleans. Each planted
// cause holds for at least two and at most a third of the table's rows. The results follow the
// causes, with noise. The search runs once on the table alone and once with additional cells. The
// results of additional cells follow the causes in the same way.
Outcome plant_and_find(const Planting& planting);

struct Rates {
  double precision = 0;  // right / found
  double recall = 0;     // right / planted
  double trained = 0;    // average number of cells beyond the table
  double rows = 0;       // average number of rows of the table
  double milliseconds_p50 = 0;
  double milliseconds_max = 0;
};

// Returns averages over this many tables, with seeds 1, 2, …
Rates rates_of(Planting planting, int tables);

// Lower limits of precision and recall, which the bench and the test assert. They are measured
// rates minus a margin.
struct PlantingRow {
  const char* name;
  Planting planting;
  double precision;
  double recall;
};
const std::vector<PlantingRow>& planting_rows();
inline constexpr int kTables = 120;  // tables per row

}  // namespace gridlock::matrix::causes::testing
