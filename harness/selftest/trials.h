// The trials of `gridlock selftest`: cases with known expected verdicts, and their cells.
#pragma once

#include <string>
#include <vector>

#include "harness/controller/machine.h"
#include "matrix/plan.h"
#include "matrix/trial.h"

namespace gridlock::selftest {

struct TrialSettings {
  controller::MachineFacts machine = {};
  int jobs = 0;                 // parallel cells; 0 = as many as the machine allows
  std::string select = "";      // only cells whose id or case matches; "" = all
  bool quick = false;           // only the base cell, or the fewest cells that show the fault
  double deadline_seconds = 0;  // without progress; 0 = the case's own
  bool resume = false;          // continue an interrupted run
  bool probe = true;            // false: do not observe collectives
};

// Returns the trials: the cases in `folders` and in the installation whose names begin with one of
// `kinds`, such as "faults/".
std::vector<matrix::Trial> load_trials(const std::vector<std::string>& folders,
                                       const std::vector<std::string>& kinds);

// Returns the error message for a `select` that matches no trial. The message suggests the nearest
// name.
std::string no_trial(const std::vector<matrix::Trial>& trials, const std::string& select);

// Returns the backend on which the cell trains: "nccl" or "gloo".
std::string backend_of(const matrix::Cell& cell, const controller::MachineFacts& machine);

// Returns the cells of the trial that the settings select, smaller world sizes first.
matrix::Plan plan_trial(const matrix::Trial& trial, const TrialSettings& settings);

// Returns the cells of all trials as one plan, in the order of the trials.
matrix::Plan plan_trials(const std::vector<matrix::Trial>& trials, const TrialSettings& settings);

}  // namespace gridlock::selftest
