// A rank: the disposable process that trains one cell after the other, as its agent tells it.
#pragma once

#include "harness/rank/descriptors.h"

namespace gridlock::rank {

// Turns this process, which has a running interpreter, into a rank: standard output and error go to
// the log, faulthandler answers process::kStacksSignal with the stacks of all threads there, and every line of the
// channel is a cell to train (the Python package's runner.py). Returns the exit code once the agent
// closes the channel: 0 when every cell finished.
int run(Descriptors descriptors);

}  // namespace gridlock::rank
