// Shortens a stack to its informative frames: a reader of a hang wants the program's own code and
// the point where it entered torch, not the forty frames between.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct KeptFrame {
  Frame frame;
  Origin origin = Origin::kUser;
  int left_out = 0;  // frames between it and the previous kept frame
};

// Keeps the user's frames, the compiler's frame (see CompilePlace), the innermost Python frame that
// is not just a wrapper, and, of the native frames below it, the innermost one that names what it
// does. If more than 60 remain, keeps the outermost 20 and the innermost 40: endless recursion
// repeats itself.
std::vector<KeptFrame> fold(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
