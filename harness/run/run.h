// The one way to train what a plan asks for: with results on disk, what an earlier run left, and a
// listener that hears of everything.
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

// When a run ends though cells are left. Cells that are running then count as interrupted.
struct Limits {
  int failures = 0;  // of cells that this run finished and that were not as expected; 0 = no limit
  double seconds = 0;  // since it began; 0 = no limit
};

struct Options {
  controller::RunOptions training;
  controller::RunFolder folder;
  std::optional<Identity> identity = {};  // written into a folder that has none
  // Go on with what the folder has (resume.h); else it must have no results.
  bool resume = false;
  std::string resume_command = {};  // that goes on with this run
  std::string causes_command = {};  // that looks for causes in its results
  Limits limits = {};
  bool scripts = false;  // of each cell that fails, in its evidence folder
  bool traces = false;   // torch's, of what failed (traces.h)
  bool places = false;   // of wrong numbers, where they begin (places.h)
  std::function<bool()> interrupted = [] { return false; };  // asked several times a second
};

// Calls `listener` from on_start() to on_end(), and returns what on_end() got.
// Throws report::OutputError where results cannot be written, and controller::EnvironmentError; a
// new folder in which nothing was finished by then is removed.
report::RunSummary run(const matrix::Plan& plan, const Options& options,
                       report::Reporter& listener);

}  // namespace gridlock::run
