// Checks whether a run can continue from the results of an earlier run.
#pragma once

#include <string>

#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Throws matrix::InputError if the results in `folder` do not belong to the cells of `plan`,
// because the matrix, the selection of cells, the number of steps or the seed differs. A matrix
// file that was edited or moved in the meantime is accepted. Throws verdict::RecordError for
// results that cannot be read.
void check_resumable(const controller::RunFolder& folder, const matrix::Plan& plan,
                     const Identity& requested);

// Returns a note such as "case.py of the case was edited" if the code changed after the run in
// `folder` began. Returns "" if the code is unchanged, or if the run recorded no hashes of its
// code.
std::string edits_since(const controller::RunFolder& folder, const Identity& requested);

// Throws matrix::InputError if the case was edited after the run in `folder` began, because newly
// trained cells would be compared with numerical results of different code.
void check_unedited(const controller::RunFolder& folder, const Identity& requested);

}  // namespace gridlock::run
