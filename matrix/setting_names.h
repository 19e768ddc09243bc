// Axes that are settings of torch or of the environment are called "config.dynamo.recompile_limit"
// and "env.NCCL_ALGO".
#pragma once

#include <string>
#include <string_view>

#include "matrix/toml_reader.h"

namespace gridlock::matrix {

bool is_setting(std::string_view axis);
// The variable of "env.NCCL_ALGO"; "" for other axes.
std::string_view environment_variable(std::string_view axis);

// What is wrong with the name of a setting, with the nearest one; "" where the torch that gridlock
// was built with has it, and for a variable that a cell may set.
std::string setting_mistake(std::string_view axis);
// The same for an option of torch.compile(options=…), which are inductor's settings.
std::string compile_option_mistake(const std::string& name);

// TOML reads config.dynamo.recompile_limit as tables in tables: makes it one key again wherever a
// matrix file names axes.
void join_setting_names(toml::table& root);

}  // namespace gridlock::matrix
