// Describes what a compiler is doing. The stack of the thread that runs the compiler decides.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct CompilePlace {
  std::string phase;  // "the partitioner"
  Frame frame;        // the compiler's frame to show to a reader
  // The program's frame that called the function being compiled. Dynamo intercepts the function
  // before Python runs it, so the function itself is not on the stack.
  std::optional<Frame> caller;
};

// Returns nullopt when no compiler is on the stack. Running compiled code does not count as
// compiling.
std::optional<CompilePlace> compile_place(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
