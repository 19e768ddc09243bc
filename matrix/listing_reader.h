// Reads [axes] of a matrix file.
#pragma once

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Reads the listings. Wrong axes and values are recorded as mistakes of the file and left out. If
// `machine_values` is true, "gpus" is allowed as a value of integer axes.
Listings read_listings(const TomlReader& axes, const Schema& schema, bool machine_values);

// Reads a table such as { compile = "none", cp = 1 }. Reports errors as read_listings() does.
Choice read_choice(const TomlReader& table, const Schema& schema);

// Reads the table of a required key as read_choice() does.
Choice required_choice(const TomlReader& row, std::string_view key, const Schema& schema);

}  // namespace gridlock::matrix
