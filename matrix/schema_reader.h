// Reads [axes.*] and [[constraint]] tables. Both kinds of tables have the same form in axes.toml
// and in a case.toml. A matrix file may contain [[constraint]] tables, too.
#pragma once

#include "matrix/schema.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Appends the axes of [axes.*] to the schema. A name may not occur twice, and two axes may not
// share a word of an id. Throws for the first wrong axis, because later axes may refer to that
// axis.
void read_axes(const TomlReader& file, Schema& schema);

// Returns a message if an id word of `axis` could be confused with an id word of one of `others`;
// "" otherwise.
std::string id_conflict(const Axis& axis, const std::vector<Axis>& others);

// Reads the constraints. Wrong constraints are recorded as mistakes of the file and left out.
std::vector<Constraint> read_constraints(const TomlReader& file, const Schema& schema);

// Reads the key 'select' of a row.
Expression read_select(const TomlReader& row, const Schema& schema);

// Reads "gpu" or "gpus:4"; returns "" if the key is missing.
std::string read_needs(const TomlReader& table);

}  // namespace gridlock::matrix
