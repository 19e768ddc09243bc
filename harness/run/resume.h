// What has to hold before a run goes on with the results of an earlier one.
#pragma once

#include <string>

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

// "case.py of the case was edited" since the run in `folder` began; "" where it was not, and of
// runs that kept no record of their code.
std::string edits_since(const controller::RunFolder& folder, const Identity& asked);

// Throws matrix::InputError where the results in `folder` are of the case as it was before it was
// edited: cells that are trained now would be compared with numbers of other code.
void check_unedited(const controller::RunFolder& folder, const Identity& asked);

}  // namespace gridlock::run
