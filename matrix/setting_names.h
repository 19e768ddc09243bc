// Names of axes that are settings of torch or of the environment: "config.dynamo.recompile_limit"
// and "env.NCCL_ALGO".
#pragma once

#include <string>
#include <string_view>

#include "matrix/toml_reader.h"

namespace gridlock::matrix {

bool is_setting(std::string_view axis);
// Returns "NCCL_ALGO" for "env.NCCL_ALGO"; "" for an axis that is not a variable.
std::string_view environment_variable(std::string_view axis);

// Returns what is wrong with the name of a setting, and the nearest name. Returns "" for a setting
// that exists in the torch version that gridlock was built with, and for an environment variable
// that a cell may set.
std::string setting_mistake(std::string_view axis);
// Returns what is wrong with the name of an option of torch.compile(options=…). Returns "" for the
// name of an inductor setting.
std::string compile_option_mistake(const std::string& name);

// Joins nested tables to one key wherever a matrix file names axes. TOML reads
// config.dynamo.recompile_limit as nested tables.
void join_setting_names(toml::table& root);

}  // namespace gridlock::matrix
