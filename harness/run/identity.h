// The identity of the results in a run folder: its file run.json. It distinguishes a run that can
// be resumed from a run of another matrix or of other cells.
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
  std::string failures_of;  // of --failed: the run folder with the failures, by name or path
  std::string causes_of;    // of `gridlock causes`: the run whose failures it explains
  std::int64_t seed = 0;
  int steps = 0;
  double began = 0;                            // seconds since 1970
  std::vector<std::string> case_folders = {};  // of --cases, absolute
  std::vector<std::string> code = {};  // of the case when it began (code.h); empty = unknown

  // Whether the run is of all cells of the matrix.
  bool is_whole() const { return select.empty() && failures_of.empty() && causes_of.empty(); }
};

// Returns the identity of a run of `plan` that begins now, without the fields that the plan lacks.
Identity identity_of(const matrix::Plan& plan);

// Returns nullopt if the folder has none: it is no run, or the run was killed as it began.
std::optional<Identity> read_identity(const controller::RunFolder& folder);
// Throws report::OutputError.
void write_identity(const controller::RunFolder& folder, const Identity& identity);

// Describes how the requested run differs from the run of `stored`: "of all cells, not of --select
// 'cp = 4'". Empty: it continues that run, even if the matrix was edited or moved meanwhile.
std::vector<std::string> differences(const Identity& stored, const Identity& requested);

}  // namespace gridlock::run
