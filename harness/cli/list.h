// gridlock list: shows the cells of a matrix without running any.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Returns the cells (references first, skipped cells with the reason), their number, and the
// coverage of the whole plan.
std::string list_text(const matrix::Matrix& matrix, const matrix::Plan& plan);
nlohmann::ordered_json list_json(const matrix::Matrix& matrix, const matrix::Plan& plan);

}  // namespace gridlock::cli
