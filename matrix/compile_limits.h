// [[compile_limit]]: what torch.compile may do in which cells.
#pragma once

#include <vector>

#include "matrix/matrix.h"
#include "matrix/mistakes.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads the rows of the file into the matrix.
void read_compile_limits(const TomlReader& file, Matrix& matrix);

// What holds for the cell: of several rows, the last one that states something.
CompileLimits limits_for(const PlannedCell& planned, const std::vector<CompileLimitRule>& rules,
                         const Machine& machine);

}  // namespace gridlock::matrix
