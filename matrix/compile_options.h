// The names of [run] compile_options: those of inductor, in the torch that gridlock was built with.
#pragma once

#include <string>

namespace gridlock::matrix {

// What is wrong with the name of an option, with the nearest one; "" where inductor has it.
std::string compile_option_mistake(const std::string& name);

}  // namespace gridlock::matrix
