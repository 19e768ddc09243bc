// A case tried in one process: its model is built, and one step is trained, uncompiled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/load_matrix.h"

namespace gridlock::cli {

// The case that `what` means: its name, or its folder. Nothing where it means none.
std::optional<matrix::Matrix> matrix_of_case(const std::string& what,
                                             const std::vector<std::string>& case_folders);
std::vector<std::string> known_cases(const std::vector<std::string>& case_folders);

// With the values of the first cell of the plan. What came of it goes to standard output, a mistake
// of the case to standard error; true where the step was trained.
bool try_case(const matrix::Plan& plan);

}  // namespace gridlock::cli
