// Reads [axes.*] and [[constraint]] tables: the same in axes.toml, in a case.toml and, for
// constraints, in a matrix file.
#pragma once

#include "matrix/schema.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Appends the axes of [axes.*] to the schema; a name may not come twice, nor two axes share a word
// of an id. Throws for the first axis that is wrong: those below it may name it.
void read_axes(const TomlReader& file, Schema& schema);

// How the ids of the axis could be taken for those of another; "" where they cannot.
std::string clash_of_ids(const Axis& axis, const std::vector<Axis>& others);

// Those that are wrong are mistakes of the file, and left out.
std::vector<Constraint> read_constraints(const TomlReader& file, const Schema& schema);

// The key 'select' of a row.
Expression read_select(const TomlReader& row, const Schema& schema);

// "gpu" or "gpus:4"; "" where the key is missing.
std::string read_needs(const TomlReader& table);

}  // namespace gridlock::matrix
