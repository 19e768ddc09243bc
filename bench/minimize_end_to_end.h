// Measures the way from a failure to the script that is verified in fresh interpreters, as a user
// of `gridlock minimize` gets it: planted faults in cells of the dense case
// (minimizer/testing/cells), and in a training script of two files
// (minimizer/tests/scripts/two_files).
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"

namespace gridlock::bench {

struct EndToEndRow {
  std::string name;     // "cell report", "script hang"
  std::string failure;  // headline of its signature
  std::string error;    // why it was not minimized; "" = it was
  bool is_hanging_cell = false;
  bool verified = false;
  int ranks = 0, from_ranks = 0;
  int lines = 0, from_lines = 0;         // of the script without the code that starts its ranks
  int repro_lines = 0;                   // with that code
  int asked = 0, asked_until_short = 0;  // candidates: in all; until less than 60 lines were left
  double search_seconds = 0;
  double seconds = 0;  // including export, measurement and verification
};

// Measures and prints each row as soon as it is known. `only`: names of rows; empty: all.
std::vector<EndToEndRow> measure_end_to_end(const std::vector<std::string>& only, bool json);

std::vector<Target> end_to_end_targets(const std::vector<EndToEndRow>& rows);

}  // namespace gridlock::bench
