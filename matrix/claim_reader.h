// The claims of a matrix file.
#pragma once

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// The tables [[claim]] of a matrix file whose axes and relations are read. Mistakes are noted.
void read_claims(const TomlReader& file, Matrix& matrix);

}  // namespace gridlock::matrix
