// Functions that the commands that start a controller share.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/run_folder.h"
#include "harness/run/identity.h"
#include "matrix/plan.h"

namespace gridlock::cli {

// Keeps SIGINT, SIGTERM and SIGHUP from ending the process. The returned variable holds the last of
// them that arrived, or 0.
const volatile std::sig_atomic_t& stop_on_signals();
// Sets the variable of stop_on_signals() to 0, because the signal was forwarded to another process.
void forget_signal();

// Returns the folder for a run of `plan`. A new run gets `out`, or a new folder below runs/NAME if
// `out` is "". A resumed run gets `out`, or the newest folder with its matrix and selection if
// `out` is "". Throws matrix::InputError if the run is new but `out` has results, or if there is
// nothing to resume (harness/run/resume.h).
controller::RunFolder choose_folder(const std::string& out, const matrix::Plan& plan,
                                    const run::Identity& identity, bool resume);

// Returns the options for starting agents of this installation: one agent on this machine, or
// `agents` of them through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
