// Chooses the folder of a run.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::workspace {

// Returns the folder for a run of `plan`. A new run uses `out`, or a new folder below runs/NAME if
// `out` is "". A resumed run uses `out`, or the newest folder with its matrix and selection if
// `out` is "". Throws matrix::InputError if `out` already contains results and the run is new, or
// if there is nothing to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

}  // namespace gridlock::workspace
