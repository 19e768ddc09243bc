// Trains the cells of a plan, writes the results to disk, reuses the results of an earlier run, and
// passes every event to a listener.
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

// Limits that end a run before all cells are trained. Cells that are running then count as
// interrupted.
struct RunLimits {
  int failures = 0;    // unexpected cells that this run finished; 0 = no limit
  double seconds = 0;  // since the run began; 0 = no limit
};

struct RunOptions {
  controller::TrainingOptions training;
  controller::RunFolder folder;
  std::optional<Identity> identity = {};  // written to a folder without run.json
  // Whether to continue from the folder's results (resume.h). If false, the folder must have no
  // results.
  bool resume = false;
  std::string resume_command = {};  // command that continues this run
  std::string causes_command = {};  // command that looks for causes of its failures
  RunLimits limits = {};
  bool scripts = false;  // write repro.py for each failed cell into its evidence folder
  bool traces = false;   // keep torch's traces of failures (traces.h)
  bool places = false;   // find where wrong results begin (places.h)
  std::function<bool()> interrupted = [] { return false; };  // called several times a second
};

// Calls `listener` from on_start() to on_end(), and returns the summary passed to on_end(). Throws
// report::OutputError if results cannot be written, and controller::EnvironmentError. After an
// exception, a new folder without a finished cell is removed.
report::RunSummary run(const matrix::Plan& plan, const RunOptions& options,
                       report::Reporter& listener);

}  // namespace gridlock::run
