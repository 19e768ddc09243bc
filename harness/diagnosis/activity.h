// What a thread that is in no call of a process group is doing, by its innermost frames.
#pragma once

#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

inline constexpr const char* kComputes = "computes";

// For the middle of a sentence: "sleeps", "waits for a child process", "reads from a file or pipe";
// "computes" while it is on a CPU, and "" where the frames say nothing.
std::string activity(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
