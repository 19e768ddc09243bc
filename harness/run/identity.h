// What the results in a run folder are of: its file run.json. It tells a run of another matrix, or
// of other cells, from one to go on with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/controller/run_folder.h"
#include "matrix/plan.h"

namespace gridlock::run {

struct Identity {
  std::string matrix;       // its name
  std::string file;         // its path, absolute; "" = no file
  std::string strength;     // of --strength; "" = that of the matrix
  std::string select;       // of --select; "" = all cells
  std::string failures_of;  // of --failed: the run folder that has the failures, by name or path
  std::string causes_of;    // of `gridlock causes`: the run whose failures it explains
  std::int64_t seed = 0;
  int steps = 0;
  double began = 0;                            // seconds since 1970
  std::vector<std::string> case_folders = {};  // of --cases, absolute
  std::vector<std::string> code = {};  // of the case as it began (code.h); empty = not known

  // All cells of the matrix.
  bool is_whole() const { return select.empty() && failures_of.empty() && causes_of.empty(); }
};

// Of a run of `plan` that begins now; what the plan does not know is left empty.
Identity identity_of(const matrix::Plan& plan);

// Nothing where the folder has none: it is no run, or was killed as it began.
std::optional<Identity> read_identity(const controller::RunFolder& folder);
// Throws report::OutputError.
void write_identity(const controller::RunFolder& folder, const Identity& identity);

// How a run differs from the one that `held` is of, in words: "of all cells, not of --select 'cp =
// 4'". Empty: it goes on with that run, even when the matrix was edited or moved meanwhile.
std::vector<std::string> differences(const Identity& held, const Identity& asked);

}  // namespace gridlock::run
