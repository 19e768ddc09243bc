// Describes differences in what ranks compiled. A difference may be legitimate: a rank may have
// tensors of other sizes, or data that takes another branch.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

// Returns sentences without a full stop, such as "ranks compiled different numbers of frames: 5 on
// rank 1, 4 on ranks 0, 2-3". If ranks compiled one piece of code (pieces.h) to different graphs, a
// sentence is "the forward graph of forward at case.py:26 [0/0] differs between ranks: 3ccff5cb on
// rank 0, bd88e29e on ranks 1-3".
std::vector<std::string> differences(const std::vector<Frame>& frames);

}  // namespace gridlock::health
