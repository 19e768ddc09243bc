// A rank: a disposable process that trains cells for its agent, one after another.
#pragma once

#include "harness/rank/descriptors.h"

namespace gridlock::rank {

// Turns this process, which runs a Python interpreter, into a rank. Standard output and error go to
// the log. faulthandler answers process::kStacksSignal by writing the stacks of all threads to the
// log. runner.py trains one cell for each line of the channel. Returns the exit code when the agent
// closes the channel, which is 0 if every cell finished.
int run(Descriptors descriptors);

}  // namespace gridlock::rank
