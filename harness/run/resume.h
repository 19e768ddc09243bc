// What has to hold before a run goes on with the results of an earlier one.
#pragma once

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Throws matrix::InputError where `folder` holds results of other cells than those of `plan`:
// another matrix, another selection of its cells, other steps or another seed. A matrix that was
// edited or moved meanwhile is the same one. Throws verdict::RecordError for results that cannot be
// read.
void check_resumable(const controller::RunFolder& folder, const matrix::Plan& plan,
                     const Identity& asked);

}  // namespace gridlock::run
