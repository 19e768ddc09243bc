// The part of `gridlock explain` about a cell's [[compile_limit]].
#pragma once

#include <string>

#include "matrix/plan.h"

namespace gridlock::cli {

// Returns a heading and one line for each limit that applies to the cell; "" without limits.
std::string compile_limits_text(const matrix::CompileLimits& limits);

}  // namespace gridlock::cli
