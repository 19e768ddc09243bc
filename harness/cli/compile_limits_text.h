// The part of `gridlock explain` about a cell's [[compile_limit]].
#pragma once

#include <string>

#include "matrix/plan.h"

namespace gridlock::cli {

// Returns a heading and a line for each limit that holds; "" without limits.
std::string compile_limits_text(const matrix::CompileLimits& limits);

}  // namespace gridlock::cli
