// Finds a finished run by the name that the user typed.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"

namespace gridlock::workspace {

// Returns the folder of the run. `name` is one of these: a run folder, the results.jsonl in one,
// the name of a matrix (for its latest run), or the name of a run folder, with or without the name
// of its matrix in front. "" means the newest run of all cells below runs/. Throws
// matrix::InputError, which suggests the nearest names, if there is no such run.
controller::RunFolder find_run(const std::string& name);

}  // namespace gridlock::workspace
