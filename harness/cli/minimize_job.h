// What `gridlock minimize` and `gridlock ablate` are asked, as a job of the minimizer.
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
  std::string results;      // "minimized": the folder of results where --out names none
  std::string budget_note;  // behind the help of --budget
  MatrixArguments matrix;
  int ranks = 0;
  std::string budget;
  std::string out;
  std::string python;
  bool resume = false;
  bool flaky = false;
  int jobs = 0;
  std::string control;  // arguments
  double rtol = 1e-5;
  bool not_compiled = false;
  std::string blow_up;  // sizes
  bool cpp = false;
  int verify = minimizer::Job{}.verification_runs;
};

struct MinimizeTask {
  minimizer::Job job;
  std::string name;                // the script as typed, or the cell's id
  std::string known_failure = {};  // the signature in the cell's record; "": none is known
  bool is_cell = false;
  std::shared_ptr<process::TemporaryFolder> exported;  // holds the script of a cell meanwhile
};

// Of SCRIPT ARGUMENTS, CELL or RUN/CELL. Throws matrix::InputError, also for a folder that holds a
// search that is not to be resumed, or none that is, or files that the result would replace.
MinimizeTask minimize_task(const MinimizeArguments& options, const std::vector<std::string>& words);

// -n, --budget and so on.
void add_job_options(const arguments::Command& command, MinimizeArguments& options);

// What the job is done with; `python` of --python. Throws matrix::InputError where it has no torch.
minimizer::Programs find_programs(const std::string& python);

// Works until it is done or the user interrupts.
void until_interrupted(const std::function<void(std::stop_token)>& work);

}  // namespace gridlock::cli
