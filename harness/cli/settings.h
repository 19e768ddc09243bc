// What the commands share that start a controller.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"
#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// From now on SIGINT, SIGTERM and SIGHUP end nothing by themselves: the last of them is in what
// this returns, 0 until then.
const volatile std::sig_atomic_t& stop_on_signals();

// The folder of a run: `out`, or runs/NAME where that is "", with nothing in it that a new run
// would overwrite: earlier results under runs/ are set aside. Throws matrix::InputError when `out`
// holds results and this is no resumed run, or there is nothing to resume.
controller::RunFolder choose_folder(const std::string& out, const std::string& name, bool resume);

// Agents of this installation: one on this machine, or `agents` through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
