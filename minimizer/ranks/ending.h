// Determines the outcome of a finished script that ran without gridlock, from its exit code and its
// output.
#pragma once

#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Returns the last verdict that the launcher of a script printed (launcher/checks.py), or "" if it
// printed none. For example, the verdict of "verdict: wrong loss: 2.7 in step 1, 2.69 with
// --control" is "wrong loss".
std::string printed_verdict(const std::string& output);

// Returns the verdict that the launcher prints for a failure with `signature`. Returns "" if the
// launcher does not check for this failure, because it is a hang or a crash.
std::string expected_verdict(const Signature& signature);

// Judges a plain run (plain_run.h) that ended with `code` and printed `output`. Returns "" if the
// run shows the failure with `signature`; otherwise describes what happened instead. A failure that
// the launcher checks is recognized by its verdict, a hang by the time limit that ended the run,
// and an exception by its type. A desync may have no visible effect, so it need not show.
std::string plain_difference(const Signature& signature, int code, const std::string& output);

}  // namespace gridlock::minimizer
