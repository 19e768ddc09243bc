// Reads [[relation]] tables of a matrix file and of the standard relations.
#pragma once

#include <vector>

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads a relation; records errors in the relation as mistakes of the file.
Relation read_relation(const TomlReader& row, const Schema& schema);

// Returns the relations of matrix/relations.toml, in the order of the file.
const std::vector<Relation>& standard_relations();

}  // namespace gridlock::matrix
