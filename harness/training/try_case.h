// Tries a case in one process: builds its model and trains one step, without compiling.
#pragma once

#include "matrix/plan.h"

namespace gridlock::training {

// Tries the case with the values of the plan's first cell. Prints the result to standard output, or
// a mistake in the case to standard error. Returns whether training the step succeeded.
bool try_case(const matrix::Plan& plan);

}  // namespace gridlock::training
