// A stack without the frames that say nothing: a reader of a hang wants the program's own code, and
// where it went into torch, not the forty frames between.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct KeptFrame {
  Frame frame;
  Origin origin = Origin::kUser;
  int left_out = 0;  // frames between it and the one before it
};

// Kept are the user's frames, the compiler's (see CompilePlace), the innermost Python frame that is
// no mere wrapper, and of the native frames below that the innermost that names what it does. Of
// more than 60 the outermost 20 and the innermost 40: endless recursion says nothing either.
std::vector<KeptFrame> fold(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
