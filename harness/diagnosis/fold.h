// Shortens a stack to the frames that readers of a hang report need: the program's own code and the
// place in torch that it has reached. The forty frames in between are left out.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/origin.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct KeptFrame {
  Frame frame;
  Origin origin = Origin::kUser;
  int left_out = 0;  // number of frames between this one and the previous kept one
};

// Keeps the user's frames and the compiler's frame (CompilePlace). Also keeps the innermost Python
// frame that does more than wrap a call. Of the native frames below it, keeps the innermost one
// whose name shows what it does. If more than 60 frames are left, keeps the outermost 20 and the
// innermost 40, because endless recursion repeats frames.
std::vector<KeptFrame> fold(const ThreadStack& thread);

}  // namespace gridlock::diagnosis
