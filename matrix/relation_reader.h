// Reads [[relation]] tables: those of a matrix file, and the standard ones.
#pragma once

#include <string>
#include <vector>

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// The keys that a [[relation]] may have.
const std::vector<std::string>& relation_keys();

// What is wrong with it are mistakes of the file.
Relation read_relation(const TomlReader& row, const Schema& schema);

// matrix/relations.toml, in its order.
const std::vector<Relation>& standard_relations();

}  // namespace gridlock::matrix
