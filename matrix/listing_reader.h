// Reads [axes] of a matrix file.
#pragma once

#include "matrix/matrix.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {

// Axes and values that are wrong are mistakes of the file, and left out. `machine_values`: "gpus"
// is allowed as a value of integer axes.
Listings read_listings(const TomlReader& axes, const Schema& schema, bool machine_values);

// { compile = "none", cp = 1 }; as above.
Choice read_choice(const TomlReader& table, const Schema& schema);

// The same, of a key that must be there.
Choice required_choice(const TomlReader& row, std::string_view key, const Schema& schema);

}  // namespace gridlock::matrix
