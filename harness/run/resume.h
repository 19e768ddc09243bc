// Checks whether a run can continue from the results of an earlier run.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Checks whether the results in `folder` belong to the cells of `plan`. Throws matrix::InputError
// if they do not, because the matrix, the selection of cells, the number of steps or the seed
// differs. A matrix file that was edited or moved meanwhile is accepted. Throws
// verdict::RecordError if the results cannot be read.
void check_resumable(const controller::RunFolder& folder, const matrix::Plan& plan,
                     const Identity& requested);

// Returns a note such as "case.py of the case was edited" if code has changed since the run in
// `folder` began. Returns "" if it has not, or if the run recorded no hashes of its code.
std::string edits_since(const controller::RunFolder& folder, const Identity& requested);

// Throws matrix::InputError if the case was edited after the run in `folder` began. Otherwise,
// results of new cells would be compared with results of the old code.
void check_unedited(const controller::RunFolder& folder, const Identity& requested);

}  // namespace gridlock::run
