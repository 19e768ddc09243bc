// gridlock list: the cells of a matrix, without running any.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "matrix/matrix.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// References apart, what cannot run here and why, counts, and what all of it would cover.
std::string list_text(const matrix::Matrix& matrix, const matrix::Plan& plan);
nlohmann::ordered_json list_json(const matrix::Matrix& matrix, const matrix::Plan& plan);

}  // namespace gridlock::cli
