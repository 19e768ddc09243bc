// Determines how a script crashed, from the exits of its ranks and the order of the exits.
#pragma once

#include <optional>

#include "harness/exec/children.h"
#include "harness/exec/watch.h"
#include "harness/facts/crash.h"

namespace gridlock::exec {

// Returns the crash, or nullopt if no process failed.
std::optional<facts::Crash> find_crash(const Children& children, Watch& watch);

// Returns the crash of a rank that raised the exception `seconds` ago and has not exited since.
facts::Crash stuck_crash(int rank, pid_t process, const diagnosis::Exception& exception,
                         double seconds);

}  // namespace gridlock::exec
