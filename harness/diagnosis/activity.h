// Describes what a thread outside all process-group calls is doing. The thread's innermost frames
// decide.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

inline constexpr const char* kComputes = "computes";

// Returns words for the middle of a sentence, such as "sleeps", "waits for a child process" or
// "reads from a file or pipe". Returns "computes" if the thread is on a CPU, and "" if the frames
// contain no hint.
std::string activity(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
