// Functions shared by the commands that start a controller.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Prevents SIGINT, SIGTERM and SIGHUP from ending the process. The returned variable contains the
// last of these three signals, or 0 until a signal arrives.
const volatile std::sig_atomic_t& stop_on_signals();
// Sets the variable of stop_on_signals() to 0, for a signal that was forwarded to another process.
void forget_signal();

// Returns the folder for a run of `plan`. A new run uses `out`, or a new folder below runs/NAME if
// `out` is "". A resumed run uses `out`, or the newest folder with its matrix and selection if
// `out` is "". Throws matrix::InputError if `out` already contains results and the run is new, or
// if there is nothing to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

// Returns the options to launch agents of this installation: one agent on this machine, or `agents`
// agents through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
