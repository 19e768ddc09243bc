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
  std::string matrix;       // name of the matrix
  std::string file;         // absolute path of the matrix file; "" = none
  std::string strength;     // value of --strength; "" = that of the matrix
  std::string select;       // value of --select; "" = all cells
  std::string failures_of;  // with --failed: name or path of the run folder with the failures
  std::string causes_of;    // with `gridlock causes`: the run whose failures it explains
  std::int64_t seed = 0;
  int steps = 0;
  double began = 0;                            // seconds since 1970
  std::vector<std::string> case_folders = {};  // absolute paths from --cases
  std::vector<std::string> code =
      {};  // hashes of the case's code at the start (code.h); empty = unknown

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
