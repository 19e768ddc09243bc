// How this installation launches agents.
#pragma once

#include <string>

#include "harness/controller/launcher.h"

namespace gridlock::workspace {

// Returns the options for starting agents of this installation: one agent on this machine, or
// `agents` of them through another launcher.
controller::LaunchOptions launch_options(const std::string& launcher = "local", int agents = 1);

}  // namespace gridlock::workspace
