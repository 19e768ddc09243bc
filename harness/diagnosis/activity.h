// Describes what a thread that is in no process-group call is doing, by its innermost frames.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

inline constexpr const char* kComputes = "computes";

// Returns words for the middle of a sentence: "sleeps", "waits for a child process", "reads from a
// file or pipe"; "computes" while the thread is on a CPU, and "" when the frames contain no hint.
std::string activity(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
