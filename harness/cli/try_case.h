// Tries a case in one process: builds its model and trains one step, without compiling.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/load_matrix.h"

namespace gridlock::cli {

// Returns the matrix of the case whose name or folder is `what`. Returns nullopt if there is no
// such case.
std::optional<matrix::Matrix> matrix_of_case(const std::string& what,
                                             const std::vector<std::string>& case_folders);
std::vector<std::string> known_cases(const std::vector<std::string>& case_folders);

// Tries the case with the values of the plan's first cell. Prints the result to standard output, or
// a mistake in the case to standard error. Returns whether the step was trained.
bool try_case(const matrix::Plan& plan);

}  // namespace gridlock::cli
