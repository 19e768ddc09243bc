// Chooses the folder of a run.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::workspace {

// Returns the folder for a run of `plan`: `out`, unless it is "". Otherwise, a new run gets a new
// folder below runs/NAME, and a resumed run gets the newest folder whose matrix and selection are
// those of `plan`. Throws matrix::InputError if the run is new but `out` has results, or if there
// is nothing to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

}  // namespace gridlock::workspace
