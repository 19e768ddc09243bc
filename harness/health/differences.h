// Describes differences in what ranks compiled. A difference may be legitimate: the tensors of a
// rank may have different sizes, or its data may take a different branch.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

// Returns sentences without a full stop, such as "ranks compiled different numbers of frames: 5 on
// rank 1, 4 on ranks 0, 2-3". For a piece of code (pieces.h) with different graphs, the sentence
// has their hashes: "the forward graph of forward at case.py:26 [0/0] differs between ranks:
// 3ccff5cb on rank 0, bd88e29e on ranks 1-3".
std::vector<std::string> differences(const std::vector<Frame>& frames);

}  // namespace gridlock::health
