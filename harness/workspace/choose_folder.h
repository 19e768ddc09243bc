// Chooses the folder of a run.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::workspace {

// Returns the folder for a run of `plan`. A new run gets `out`, or a new folder below runs/NAME if
// `out` is "". A resumed run gets `out`, or the newest folder with its matrix and selection if
// `out` is "". Throws matrix::InputError if the run is new but `out` has results, or if there is
// nothing to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

}  // namespace gridlock::workspace
