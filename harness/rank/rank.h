// A rank: a disposable process that trains cells for its agent, one after another.
#pragma once

#include "harness/rank/descriptors.h"

namespace gridlock::rank {

// Turns this process, which runs a Python interpreter, into a rank. Standard output and error go to
// the log. On process::kStacksSignal, faulthandler writes the stacks of all threads to the log. For
// each line of the channel, runner.py trains one cell. Returns when the agent closes the channel.
// The result is the exit code: 0 if every cell finished.
int run(Descriptors descriptors);

}  // namespace gridlock::rank
