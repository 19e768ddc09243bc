// The identity of the results in a run folder, stored in run.json. The identity shows whether the
// results belong to the requested matrix and cells, so that the run can be resumed.
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
  std::string strength;     // of --strength; "" = the matrix's strength
  std::string select;       // of --select; "" = all cells
  std::string failures_of;  // of --failed: the run folder with the failures, by name or path
  std::string causes_of;    // of `gridlock causes`: the run whose failures it explains
  std::int64_t seed = 0;
  int steps = 0;
  double began = 0;                            // seconds since 1970
  std::vector<std::string> case_folders = {};  // of --cases, absolute
  std::vector<std::string> code = {};  // of the case when the run began (code.h); empty = unknown

  // Returns whether the run includes all cells of the matrix.
  bool is_whole() const { return select.empty() && failures_of.empty() && causes_of.empty(); }
};

// Returns the identity of a run of `plan` that begins now. Fields that cannot be derived from the
// plan keep their defaults.
Identity identity_of(const matrix::Plan& plan);

// Returns nullopt if the folder has no run.json because it is not a run folder, or because the run
// was killed as it began.
std::optional<Identity> read_identity(const controller::RunFolder& folder);
// Throws report::OutputError.
void write_identity(const controller::RunFolder& folder, const Identity& identity);

// Describes how the requested run differs from the stored run, for example "of all cells, not of
// --select 'cp = 4'". Empty if the requested run can continue the stored run, even if the matrix
// was edited or moved in the meantime.
std::vector<std::string> differences(const Identity& stored, const Identity& requested);

}  // namespace gridlock::run
