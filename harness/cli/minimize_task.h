// Converts the arguments of `gridlock minimize` and `gridlock ablate` to a task for the minimizer.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/cli/load_matrix.h"
#include "harness/process/temporary_folder.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

struct MinimizeArguments {
  std::string command;      // "minimize"
  std::string results;      // "minimized": the folder of results without --out
  std::string budget_note;  // appended to the help of --budget
  MatrixArguments matrix;
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
  int verify = minimizer::SearchRequest{}.verification_runs;
};

struct MinimizeTask {
  minimizer::SearchRequest request;
  std::string name;                // the script as typed, or the cell's id
  std::string known_failure = {};  // signature in the record of the cell; "" = no record
  bool is_cell = false;
  std::shared_ptr<process::TemporaryFolder> exported;  // contains the exported script of a cell
};

// Converts SCRIPT ARGUMENTS, CELL or RUN/CELL to a task. Throws matrix::InputError for invalid
// arguments, if the folder has a search but --resume is not given, if --resume is given but there
// is no search, or if the results would overwrite files.
MinimizeTask minimize_task(const MinimizeArguments& options, const std::vector<std::string>& words);

// Adds the options of a search, such as -n and --budget.
void add_search_options(const arguments::Command& command, MinimizeArguments& options);

// Returns the programs for the search. `python` is the value of --python. Throws matrix::InputError
// if this Python has no torch.
minimizer::Programs find_programs(const std::string& python);

// Runs `work` until it is done or the user interrupts.
void until_interrupted(const std::function<void(std::stop_token)>& work);

}  // namespace gridlock::cli
