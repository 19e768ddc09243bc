// Shared by the commands that start a controller.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Stops SIGINT, SIGTERM and SIGHUP from ending the process. The returned variable holds the last of
// these signals, 0 until one arrives.
const volatile std::sig_atomic_t& stop_on_signals();
// Clears a signal that was passed on to another process.
void forget_signal();

// Returns the folder for a run of `plan`. A new run uses `out`; if that is "", a new folder below
// runs/NAME. A resumed run uses `out`, else the newest folder of its matrix and selection. Throws
// matrix::InputError if a new run would mix its results with those in `out`, or if there is nothing
// to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

// Returns options that launch agents of this installation: one on this machine, or `agents` through
// another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
