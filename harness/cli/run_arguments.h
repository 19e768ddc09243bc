// The arguments of `gridlock run`.
#pragma once

#include <string>

#include "harness/controller/controller.h"
#include "harness/workspace/load_matrix.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

struct RunArguments {
  workspace::MatrixArguments matrix;
  // Options that the controller gets unchanged, such as tier, repeat and stream. The other fields
  // of TrainingOptions follow from the arguments below.
  controller::TrainingOptions training;
  bool failed = false;  // train only cells with unexpected results in the newest run of all cells
  std::string jobs = "auto";
  double deadline_seconds = 0;  // 0 = that of the matrix
  std::string out;
  bool resume = false;
  bool despite_edits = false;  // resume although the case was edited
  int max_failures = 0;        // 0 = no limit
  bool exit_first = false;
  double budget_seconds = 0;  // 0 = no limit
  bool pdb = false;
  bool no_probe = false;
  bool no_places = false;
  std::string torch_trace = "failures";  // never | failures | always
  std::string json;
  std::string junit;
  std::string html;
  std::string launcher = "local";
  int agents = 2;
};

void add_run_arguments(const arguments::Command& command, RunArguments& arguments);

// Returns the command that continues this run from the working folder. It has no limits, because a
// limit may have ended the run.
std::string resume_command(const RunArguments& arguments, const matrix::Matrix& matrix,
                           const std::filesystem::path& folder);

}  // namespace gridlock::cli
