// Finds a finished run by the name that the user typed.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"

namespace gridlock::workspace {

// Returns the run's folder. `name` is a run folder, the results.jsonl in a run folder, the name of
// a matrix (for the matrix's latest run), or the name of a run folder with or without the name of
// the matrix. "" means the newest run of all cells below runs/. Throws matrix::InputError with the
// nearest names.
controller::RunFolder find_run(const std::string& name);

}  // namespace gridlock::workspace
