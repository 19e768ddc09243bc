// What run and bench both need to start a controller.
#pragma once

#include <csignal>
#include <string>

#include "harness/controller/launcher.h"

namespace gridlock::cli {

// Today's ISO date, in local time.
std::string today();

// From now on SIGINT, SIGTERM and SIGHUP end nothing by themselves: the last of them is in what
// this returns, 0 until then.
const volatile std::sig_atomic_t& stop_on_signals();

// Agents of this installation: one on this machine, or `agents` through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
