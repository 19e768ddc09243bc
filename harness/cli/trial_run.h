// Trains the cells of one trial, as `gridlock run` trains those of a matrix.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

#include "harness/cli/selftest_score.h"
#include "harness/controller/machine.h"
#include "matrix/trial.h"

namespace gridlock::cli {

struct TrialSettings {
  controller::MachineFacts machine = {};
  // A folder in it for each trial; what an earlier one left there goes.
  std::filesystem::path out = std::filesystem::path("runs") / "selftest";
  int jobs = 0;             // cells side by side; 0 = as many as the machine allows
  std::string select = "";  // only cells whose id or case fits this pattern; "" = all
  bool quick = false;       // the base cell, or as few as show the fault
  bool probe = true;        // false: without the harness looking at collectives
};

// The cells of the trial that the settings leave, smaller worlds first.
matrix::Plan plan_trial(const matrix::Trial& trial, const TrialSettings& settings);

// Trains them and tells `finished` of each, as soon as it is over; cells that this machine cannot
// run are not told. False when `stop` became nonzero first. Throws as Controller does.
bool run_trial(const matrix::Trial& trial, const matrix::Plan& plan, const TrialSettings& settings,
               const volatile std::sig_atomic_t& stop,
               const std::function<void(const Score&)>& finished);

}  // namespace gridlock::cli
