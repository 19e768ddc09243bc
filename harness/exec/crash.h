// Determines how a script crashed, from the exits of its ranks and the order of the exits.
#pragma once

#include <optional>

#include "harness/exec/children.h"
#include "harness/exec/watch.h"
#include "harness/facts/crash.h"

namespace gridlock::exec {

// Returns the crash, or nullopt if no process failed. `memory_ran_out` is as in EndedRank.
std::optional<facts::Crash> find_crash(const Children& children, Watch& watch,
                                       std::optional<bool> memory_ran_out);

// Returns the crash of a rank that raised the exception `seconds` ago and has not exited since.
facts::Crash stuck_crash(int rank, pid_t process, const diagnosis::Exception& exception,
                         double seconds);

}  // namespace gridlock::exec
