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
              "Coverage strength N: every combination of N values is in some cell; all: all "
              "combinations")
      .one_of({"1", "2", "3", "4", "5", "6", "all"});
  command
      .option("--select", arguments.select,
              "Only the selected cells and their references. EXPR is a condition, 'cp=4 & "
              "compile!=none',\nor the id of a cell, in which * matches anything")
      .type_name("EXPR");
}

}  // namespace gridlock::cli
