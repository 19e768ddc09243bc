// Writes the head of a finished script: the lines that start its ranks (launcher/minimized.py).
#pragma once

#include <string>

#include "minimizer/problem.h"
#include "minimizer/ranks/checks.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

// Returns the script in the form in which it is filed. `python FILE` starts its ranks through
// torchrun, and `torchrun FILE` works as well. A rank that still runs after a minute prints its
// stack and ends. The variable HANG_LIMIT sets another limit, in seconds.
//
// `python FILE` also makes the checks: it trains both sides and compares them, examines the
// captures of its ranks, or compiles with two sizes. The last line of its output is then a verdict
// (ending.h).
std::string with_launcher(ScriptWorker& worker, const Candidate& candidate, const Checks& checks);

}  // namespace gridlock::minimizer
