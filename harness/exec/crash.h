// A crash of a script, from the processes of its ranks. The first that failed is known.
#pragma once

#include <optional>

#include "harness/exec/children.h"
#include "harness/exec/watch.h"
#include "harness/facts/crash.h"

namespace gridlock::exec {

// Nothing when no process failed.
std::optional<facts::Crash> find_crash(const Children& children, Watch& watch);

// The crash of a rank that raised so many seconds ago and has not exited since.
facts::Crash stuck_crash(int rank, pid_t process, const diagnosis::Exception& exception,
                         double seconds);

}  // namespace gridlock::exec
