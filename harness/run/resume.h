// Checks whether a run can continue with the results of an earlier one.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Throws matrix::InputError if `folder` holds results of other cells than those of `plan`: of
// another matrix, another selection of its cells, other steps or another seed. A matrix that was
// edited or moved meanwhile counts as the same. Throws verdict::RecordError for results that cannot
// be read.
void check_resumable(const controller::RunFolder& folder, const matrix::Plan& plan,
                     const Identity& requested);

// Returns "case.py of the case was edited" since the run in `folder` began; "" if it was not, or if
// the run kept no record of its code.
std::string edits_since(const controller::RunFolder& folder, const Identity& requested);

// Throws matrix::InputError if the case was edited after the results in `folder`: newly trained
// cells would be compared with numbers of other code.
void check_unedited(const controller::RunFolder& folder, const Identity& requested);

}  // namespace gridlock::run
