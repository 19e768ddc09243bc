// Finds out from a thread's innermost frames what it does outside of process-group calls.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

inline constexpr const char* kComputes = "computes";
// Begins the text about a thread that waits for a lock which another thread of its rank holds.
inline constexpr const char* kWaitsForLockOf = "waits for a lock that its thread";

// Returns words for the middle of a sentence, such as "sleeps", "waits for a child process" or
// "reads from a file or pipe". Returns "computes" if the thread is on a CPU, and "" if the frames
// give no hint.
std::string activity(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
