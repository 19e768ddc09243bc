// Trains the cells of a plan, stores the results, reuses those of an earlier run, and passes every
// event to a listener.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/controller/controller.h"
#include "harness/controller/run_folder.h"
#include "harness/report/reporter.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::run {

// Limits that end a run before all cells are trained. Running cells then count as interrupted.
struct RunLimits {
  int failures = 0;    // cells that this run finished with unexpected verdicts; 0 = no limit
  double seconds = 0;  // since the run began; 0 = no limit
};

struct RunOptions {
  controller::TrainingOptions training;
  controller::RunFolder folder;
  std::optional<Identity> identity = {};  // written to a folder without run.json
  // Whether to continue from the results in the folder (resume.h). Otherwise the folder must have
  // none.
  bool resume = false;
  std::string resume_command = {};  // command that continues this run
  std::string causes_command = {};  // command that looks for causes of its failures
  RunLimits limits = {};
  bool scripts = false;  // write repro.py for each failed cell into its evidence folder
  bool traces = false;   // keep torch's traces of failures (traces.h)
  bool places = false;   // find where wrong results begin (places.h)
  std::function<bool()> interrupted = [] { return false; };  // called several times a second
};

// Runs the plan. Calls `listener` from on_start() to on_end(), and returns the summary that
// on_end() gets. Throws report::OutputError if results cannot be written, and
// controller::EnvironmentError. If it throws, it removes a new folder that has no finished cell.
report::RunSummary run(const matrix::Plan& plan, const RunOptions& options,
                       report::Reporter& listener);

}  // namespace gridlock::run
