// What a compiler is doing, by the stack of the thread that it runs in.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct CompilePlace {
  std::string phase;  // "the partitioner"
  Frame frame;        // the compiler's frame to name
  // Where the program called what is being compiled. Dynamo takes the function over before Python
  // runs it, so that the function itself is on no stack.
  std::optional<Frame> caller;
};

// Nothing where no compiler is on the stack; running what it made does not count.
std::optional<CompilePlace> compile_place(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
