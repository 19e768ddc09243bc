// Finds a finished run by the name that the user typed.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// `name`: the folder of a run, its results.jsonl, the name of a matrix (its latest run), or the
// name of a run folder with or without the matrix's; "" is the newest run of all cells below runs/.
// Throws matrix::InputError with the nearest names.
controller::RunFolder find_run(const std::string& name);

}  // namespace gridlock::cli
