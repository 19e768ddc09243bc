// Finds out from the stack of a thread what the compiler is doing.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct CompilePlace {
  std::string phase;  // "the partitioner"
  Frame frame;        // the frame of the compiler to show
  // The program's frame that called the function being compiled. That function is not on the stack,
  // because Dynamo intercepts it before Python runs it.
  std::optional<Frame> caller;
};

// Returns what the compiler is doing. Returns nullopt if no compiler is on the stack. Running
// compiled code is not compiling.
std::optional<CompilePlace> compile_place(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
