// Reads the claims of a matrix file.
#pragma once

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads the [[claim]] tables of a matrix file into `matrix`, which must already have the file's
// axes and relations. Records mistakes in the file's list of mistakes.
void read_claims(const TomlReader& file, Matrix& matrix);

}  // namespace gridlock::matrix
