// Describes what a compiler is doing, by the stack of the thread that it runs in.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct CompilePlace {
  std::string phase;  // "the partitioner"
  Frame frame;        // the compiler's frame to show
  // The program's frame that called the function being compiled. Dynamo intercepts the function
  // before Python runs it, so the function itself is on no stack.
  std::optional<Frame> caller;
};

// Returns nullopt when no compiler is on the stack; running compiled code does not count.
std::optional<CompilePlace> compile_place(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
