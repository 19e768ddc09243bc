// How the cells of a matrix are trained. A case has its own defaults; a matrix file changes them.
#pragma once

#include <cstdint>
#include <string>

#include "matrix/cell.h"

namespace gridlock::matrix {

// The training parameters, which are the same for all cells of a matrix.
struct Recipe {
  std::string case_folder;  // contains case.py
  std::int64_t seed = 0;
  int steps = 3;
  // A cell is stopped after this many seconds without progress. The limit is deadline_seconds
  // unless one of the other three limits applies.
  double deadline_seconds = 120;
  // The limit while a rank compiles; 0 = 5 * deadline_seconds.
  double compile_deadline_seconds = 0;
  double likely_seconds = 10;   // limit if a deadlock is likely but not proved
  double desync_seconds = 5;    // limit if the ranks' calls do not match and all ranks wait
  bool activations = false;     // ranks also digest the layers' outputs (golden/state.h)
  Choice compile_options = {};  // torch.compile(options=…), if the backend is inductor

  double seconds_while_compiling() const {
    constexpr double kTimesAsLong = 5;
    return compile_deadline_seconds > 0 ? compile_deadline_seconds
                                        : kTimesAsLong * deadline_seconds;
  }
};

}  // namespace gridlock::matrix
