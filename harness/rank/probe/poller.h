// Watches works that tell nobody when they are over, NCCL's, from one thread of its own.
#pragma once

#include <torch/csrc/distributed/c10d/Work.hpp>

#include "harness/rank/probe/work.h"

namespace gridlock::probe {

// Asks `work` every few milliseconds whether it is over, and completes `calls` then. Takes no GIL.
// The thread starts with the first work.
void poll_until_over(c10::intrusive_ptr<c10d::Work> work, OpenCalls calls);

}  // namespace gridlock::probe
