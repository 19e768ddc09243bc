// What the commands share that start a controller.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// From now on SIGINT, SIGTERM and SIGHUP end nothing by themselves: the last of them is in what
// this returns, 0 until then.
const volatile std::sig_atomic_t& stop_on_signals();
// A signal that was another's.
void forget_signal();

// The folder of a run of `plan`. A new run has `out`, or a new folder below runs/NAME where that is
// "". A run that is resumed has `out`, or the newest folder of its matrix and selection. Throws
// matrix::InputError where a new run would mix its results with those that `out` holds, or where
// there is nothing that it could go on with (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

// Agents of this installation: one on this machine, or `agents` through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
