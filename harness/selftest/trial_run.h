// Trains the cells of trials in the way `gridlock run` trains those of a matrix.
#pragma once

#include <functional>
#include <vector>

#include "harness/run/runs.h"
#include "harness/selftest/score.h"
#include "harness/selftest/trials.h"
#include "matrix/trial.h"

namespace gridlock::selftest {

// Trains the cells. Calls `finished` for each cell when it ends, except for cells that this machine
// cannot run. A resumed run first calls `finished` for all cells that ended earlier. Returns false
// if interrupted. Throws the exceptions of run::run().
bool run_trials(const std::vector<matrix::Trial>& trials, const matrix::Plan& plan,
                const TrialSettings& settings, const run::KeptRun& place,
                const std::function<bool()>& interrupted,
                const std::function<void(const Score&)>& finished);

}  // namespace gridlock::selftest
