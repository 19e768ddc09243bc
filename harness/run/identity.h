// The identity of the results in a run folder, stored in run.json. It shows whether the results
// belong to the requested matrix and cells, and thus whether the run can be resumed.
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

  // Returns whether the run covers all cells of the matrix.
  bool is_whole() const { return select.empty() && failures_of.empty() && causes_of.empty(); }
};

// Returns the identity of a run of `plan` that begins now. Fields that do not follow from the plan
// keep their defaults.
Identity identity_of(const matrix::Plan& plan);

// Returns the stored identity. Returns nullopt if the folder has no run.json, because it is not a
// run folder or because the run was killed at its start.
std::optional<Identity> read_identity(const controller::RunFolder& folder);
// Stores the identity. Throws report::OutputError.
void write_identity(const controller::RunFolder& folder, const Identity& identity);

// Returns how the requested run differs from the stored one, for example "of all cells, not of
// --select 'cp = 4'". Returns none if the requested run can continue the stored run, even if the
// matrix was edited or moved meanwhile.
std::vector<std::string> differences(const Identity& stored, const Identity& requested);

}  // namespace gridlock::run
