// A rank: the disposable process that trains the cells that its agent sends, one after another.
#pragma once

#include "harness/rank/descriptors.h"

namespace gridlock::rank {

// Turns this process, which has a running interpreter, into a rank. Standard output and error go to
// the log, faulthandler answers process::kStacksSignal by writing the stacks of all threads to the
// log, and the Python package's runner.py trains one cell for each line of the channel. Returns the
// exit code once the agent closes the channel: 0 when every cell finished.
int run(Descriptors descriptors);

}  // namespace gridlock::rank
