// The options of all commands that take a matrix.
#pragma once

#include "harness/workspace/load_matrix.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

// Adds FILE, --cases, --strength and --select.
void add_matrix_arguments(const arguments::Command& command, workspace::MatrixArguments& arguments);
// Adds FILE and --cases, for a command that takes a cell.
void add_matrix_of_cell(const arguments::Command& command, workspace::MatrixArguments& arguments);
// Adds --cases alone.
void add_case_folders(const arguments::Command& command, workspace::MatrixArguments& arguments);

}  // namespace gridlock::cli
