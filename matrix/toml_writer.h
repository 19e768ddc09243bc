// Converts parts of a matrix to tables of a matrix file, so that the readers of these tables return
// the same parts.
//
// A source that includes this header must not include toml_reader.h, which turns off the formatters
// of toml++.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "matrix/claim.h"
#include "matrix/plan.h"
#include "matrix/recipe.h"

namespace gridlock::matrix {

toml::array array_of(const std::vector<Value>& values);
// Returns a table that is written on one line.
toml::table table_of(const Choice& choice);

// Return the rows without the key 'select', which the caller adds. run_table() has no 'select'.
toml::table run_table(const Recipe& recipe);
toml::table limits_row(const CompileLimits& limits);  // empty if there are no limits
toml::table claim_row(const Claim& claim);
toml::table repeat_row(const RelationTo& relation);
// Returns a row for each joined relation. All rows have the same `set`, which leads from the cell
// to its partner.
std::vector<toml::table> relation_rows(const RelationTo& relation, const Choice& set);

}  // namespace gridlock::matrix
