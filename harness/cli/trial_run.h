// Trains the cells of trials, as `gridlock run` trains those of a matrix.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/cli/selftest_score.h"
#include "harness/controller/machine.h"
#include "harness/run/runs.h"
#include "matrix/trial.h"

namespace gridlock::cli {

struct TrialSettings {
  controller::MachineFacts machine = {};
  int jobs = 0;                 // cells side by side; 0 = as many as the machine allows
  std::string select = "";      // only cells whose id or case fits this pattern; "" = all
  bool quick = false;           // the base cell, or as few as show the fault
  double deadline_seconds = 0;  // without progress; 0 = what the case says
  bool resume = false;          // go on with an interrupted one
  bool probe = true;            // false: without the harness looking at collectives
};

// The trials among the cases of these folders and of the installation: those in sub-folders of the
// kinds "faults/" and "healthy/".
std::vector<matrix::Trial> load_trials(const std::vector<std::string>& folders,
                                       const std::vector<std::string>& kinds);

// Why nothing is left where `select` fits none of them, with the nearest name.
std::string no_trial(const std::vector<matrix::Trial>& trials, const std::string& select);

// The cells of the trial that the settings leave, smaller worlds first.
matrix::Plan plan_trial(const matrix::Trial& trial, const TrialSettings& settings);

// The cells of all of them in one plan, trial by trial.
matrix::Plan plan_trials(const std::vector<matrix::Trial>& trials, const TrialSettings& settings);

// Trains them and calls `finished` as each one ends (when resuming, first with those that had ended
// before), but not with cells that this machine cannot run. False when interrupted. Throws as
// run::run() does.
bool run_trials(const std::vector<matrix::Trial>& trials, const matrix::Plan& plan,
                const TrialSettings& settings, const run::KeptRun& place,
                const std::function<bool()>& interrupted,
                const std::function<void(const Score&)>& finished);

}  // namespace gridlock::cli
