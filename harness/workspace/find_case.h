// Finds a case by the name or folder that the user typed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/matrix.h"

namespace gridlock::workspace {

// Returns the matrix of the case whose name or folder is `what`. Returns nullopt if there is no
// such case.
std::optional<matrix::Matrix> matrix_of_case(const std::string& what,
                                             const std::vector<std::string>& case_folders);
std::vector<std::string> known_cases(const std::vector<std::string>& case_folders);

}  // namespace gridlock::workspace
