// What run and bench both need to start a controller.
#pragma once

#include <string>

#include "harness/controller/launcher.h"

namespace gridlock::cli {

// Today's ISO date, in local time.
std::string today();

// Agents of this installation: one on this machine, or `agents` through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::cli
