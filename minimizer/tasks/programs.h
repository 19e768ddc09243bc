// The programs that a search uses.
#pragma once

#include <string>

#include "minimizer/ranks/minimization.h"

namespace gridlock::minimizer {

// Returns the programs for the search. `python` is the value of --python. Throws matrix::InputError
// if this Python has no torch.
Programs find_programs(const std::string& python);

}  // namespace gridlock::minimizer
