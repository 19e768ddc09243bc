// [[compile_limit]]: limits on what torch.compile may do in selected cells.
#pragma once

#include <vector>

#include "matrix/matrix.h"
#include "matrix/mistakes.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads the file's rows into the matrix.
void read_compile_limits(const TomlReader& file, Matrix& matrix);

// Returns the limits of the cell. If several rows that select the cell set the same limit, the last
// row applies.
CompileLimits limits_for(const PlannedCell& planned, const std::vector<CompileLimitRule>& rules,
                         const Machine& machine);

}  // namespace gridlock::matrix
