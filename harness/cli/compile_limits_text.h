// Formats the part of `gridlock explain` about the [[compile_limit]] of a cell.
#pragma once

#include <string>

#include "matrix/plan.h"

namespace gridlock::cli {

// Returns a heading and a line for each limit that applies to the cell. Returns "" if there are
// none.
std::string compile_limits_text(const matrix::CompileLimits& limits);

}  // namespace gridlock::cli
