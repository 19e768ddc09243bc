// Reads the claims of a matrix file.
#pragma once

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads the tables [[claim]] of a matrix file whose axes and relations are already read. Records
// mistakes.
void read_claims(const TomlReader& file, Matrix& matrix);

}  // namespace gridlock::matrix
