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
  bool shared = false;                     // each cause has a condition of the first one
  bool constrained = false;                // a constraint leaves cells out
  bool kinds = false;                      // failures have verdicts and signatures
  int more_cells = 8;                      // largest number of runs beyond the table
  std::uint64_t seed = 0;                  // equal plantings give equal outcomes
};

struct Outcome {
  std::size_t planted = 0;
  std::size_t found = 0;  // causes that were reported
  // Reported causes that hold for the cells of a planted cause and no others, apart from cells for
  // which another planted cause holds. All of them if together they hold for the planted cells.
  std::size_t right = 0;
  std::size_t recovered = 0;  // planted causes that were found
  std::size_t rows = 0;       // rows of the table
  int trained = 0;            // runs beyond the table
  double milliseconds = 0;    // time to explain the table once
};

// Plants causes and searches for them. The table is a covering array of 8 to 12 axes (6 to 8 for
// strength 3). Each axis has two to four values, which are words, numbers or booleans. Each planted
// cause holds for at most a third of the table's rows, and alone for at least two. The results
// follow the causes, with noise. The search runs once on the table alone and once with additional
// cells. The results of additional cells follow the causes in the same way.
Outcome plant_and_find(const Planting& planting);

struct Rates {
  double precision = 0;  // right / found
  double recall = 0;     // recovered / planted
  double trained = 0;    // average number of cells beyond the table
  double rows = 0;       // average number of rows of the table
  double milliseconds_p50 = 0;
  double milliseconds_max = 0;
};

// Returns averages over this many tables, with seeds 1, 2, …
Rates rates_of(Planting planting, int tables);

// Lower limits of precision and recall, which the bench asserts over kTables tables, and the test
// over fewer.
struct PlantingRow {
  const char* name;
  Planting planting;
  double precision;
  double recall;
};
const std::vector<PlantingRow>& planting_rows();
inline constexpr int kTables = 120;  // tables per row

}  // namespace gridlock::matrix::causes::testing
