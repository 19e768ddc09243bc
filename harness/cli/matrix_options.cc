#include "harness/cli/matrix_options.h"

#include "harness/arguments/command.h"

namespace gridlock::cli {

void add_case_folders(const arguments::Command& command, workspace::MatrixArguments& arguments) {
  command
      .option("--cases", arguments.case_folders,
              "Folder with your own cases, searched first; may be repeated")
      .type_name("DIR")
      .one_value_each_time();
}

void add_matrix_of_cell(const arguments::Command& command, workspace::MatrixArguments& arguments) {
  command
      .option("file,--matrix", arguments.file,
              "A matrix file, or the name of one under matrix/ (default: default)")
      .type_name("FILE");
  add_case_folders(command, arguments);
}

void add_matrix_arguments(const arguments::Command& command,
                          workspace::MatrixArguments& arguments) {
  add_matrix_of_cell(command, arguments);
  command
      .option("--strength", arguments.strength,
              "Coverage strength: every combination of this many values, or all cells")
      .one_of({"1", "2", "3", "4", "5", "6", "all"});
  command
      .option("--select", arguments.select,
              "Only these cells and their references: 'cp=4 & compile!=none', or a cell's id,\nin "
              "which * matches anything")
      .type_name("EXPR");
}

}  // namespace gridlock::cli
