// Converts the arguments of `gridlock minimize` and `gridlock ablate` to a task for the minimizer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/process/temporary_folder.h"
#include "harness/workspace/load_matrix.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::minimizer {

struct MinimizeArguments {
  std::string command;      // "minimize"
  std::string results;      // "minimized": the folder of results if --out is not given
  std::string budget_note;  // appended to the help of --budget
  workspace::MatrixArguments matrix;
  int ranks = 0;
  std::string budget;
  std::string out;
  std::string python;
  bool resume = false;
  bool flaky = false;
  int jobs = 0;
  std::string control;  // arguments of the control script
  double rtol = 1e-5;
  bool not_compiled = false;
  std::string blow_up;  // two sizes, such as "8,12"
  bool cpp = false;
  int verify = SearchRequest{}.verification_runs;
};

struct MinimizeTask {
  SearchRequest request;
  std::string name;                // the script as typed, or the cell's id
  std::string known_failure = {};  // signature in the record of the cell; "" = no record
  bool is_cell = false;
  std::shared_ptr<process::TemporaryFolder> exported;  // contains the exported script of a cell
};

// Converts SCRIPT ARGUMENTS, CELL or RUN/CELL to a task. Throws matrix::InputError for invalid
// arguments, if the folder has a search but --resume is not given, if --resume is given but there
// is no search, or if the results would overwrite files.
MinimizeTask minimize_task(const MinimizeArguments& options, const std::vector<std::string>& words);

}  // namespace gridlock::minimizer
