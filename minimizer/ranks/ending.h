// The outcome of a finished script that ran by itself, from its exit code and its output.
#pragma once

#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// Returns the last verdict that the launcher of a script printed (launcher/checks.py): "wrong loss"
// for "verdict: wrong loss: 2.7 in step 1, 2.69 with --control"; "" if it printed none.
std::string printed_verdict(const std::string& output);

// Returns the verdict for a failure that the launcher checks; "" for one that Python shows, a hang
// or a crash.
std::string expected_verdict(const Signature& signature);

// Judges a plain run that ended with `code` and printed `output`: "" if it shows the failure with
// `signature`, else what happened instead. A failure that the launcher checks is recognized by its
// verdict, a hang by the time limit that ended it, an exception by its type. A desync need not show
// in any way.
std::string plain_difference(const Signature& signature, int code, const std::string& output);

}  // namespace gridlock::minimizer
