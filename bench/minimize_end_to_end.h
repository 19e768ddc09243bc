// Measures `gridlock minimize` from a failure to a small script that is verified in fresh
// interpreters. The failures are faults planted in cells of the dense case
// (minimizer/testing/cells) and in a training script of two files
// (minimizer/tests/scripts/two_files).
#pragma once

#include <string>
#include <vector>

#include "bench/minimize_targets.h"

namespace gridlock::bench {

struct EndToEndRow {
  std::string name;     // "cell report", "script hang"
  std::string failure;  // headline of the failure's signature
  std::string error;    // why the failure was not minimized; "" if it was minimized
  bool is_hanging_cell = false;
  bool verified = false;
  int ranks = 0, from_ranks = 0;
  int lines = 0, from_lines = 0;         // line counts without the code that starts the ranks
  int repro_lines = 0;                   // line count with the code that starts the ranks
  int asked = 0;                         // questions to the oracle
  int asked_until_short = 0;             // questions until fewer than 60 lines remained
  double search_seconds = 0;
  double seconds = 0;  // search_seconds, and export, measurement and verification
};

// Measures the rows named in `only`, or all rows if `only` is empty. Prints each row as soon as it
// is measured.
std::vector<EndToEndRow> measure_end_to_end(const std::vector<std::string>& only, bool json);

std::vector<Target> end_to_end_targets(const std::vector<EndToEndRow>& rows);

}  // namespace gridlock::bench
