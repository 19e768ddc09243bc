// Shortens a stack to its informative frames. The reader of a hang report needs the program's own
// code and the point where the program entered torch, not the forty frames between them.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct KeptFrame {
  Frame frame;
  Origin origin = Origin::kUser;
  int left_out = 0;  // the number of frames between this frame and the previous kept frame
};

// Keeps the user's frames and the compiler's frame (see CompilePlace). Also keeps the innermost
// Python frame that is not just a wrapper and, of the native frames below that frame, the innermost
// one whose name shows what it does. If more than 60 frames remain, keeps the outermost 20 and the
// innermost 40, because endless recursion repeats frames.
std::vector<KeptFrame> fold(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
