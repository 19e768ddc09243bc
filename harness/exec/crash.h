// Which rank a crash is due to, and what is said of it.
#pragma once

#include <optional>

#include "harness/exec/children.h"
#include "harness/exec/watch.h"
#include "harness/facts/crash.h"

namespace gridlock::exec {

using facts::Crash;

// Nothing when no process failed. Of several, the first that did not only lose a connection to
// another one. Where all did, a rank that had finished and whom they needed is at fault; else the
// first of them.
std::optional<Crash> find_crash(const Children& children, Watch& watch);

}  // namespace gridlock::exec
