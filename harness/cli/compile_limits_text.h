// What `gridlock explain` says of a cell's [[compile_limit]].
#pragma once

#include <string>

#include "matrix/plan.h"

namespace gridlock::cli {

// A line for each limit that holds, below a heading; "" without any.
std::string compile_limits_text(const matrix::CompileLimits& limits);

}  // namespace gridlock::cli
