// The outcome of a finished script that ran by itself, from its exit code and its output.
#pragma once

#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

// The verdict that the launcher of a script printed last (launcher/checks.py): "wrong loss", of
// "verdict: wrong loss: 2.7 in step 1, 2.69 with --control"; "" where it printed none.
std::string printed_verdict(const std::string& output);

// The same of a failure that the launcher checks; "" of one that Python shows, a hang or a crash.
std::string expected_verdict(const Signature& signature);

// Judges a plain run that ended with `code` and printed `output`: "" where it shows the failure
// with `signature`, else what happened instead. What the launcher checks is known by its verdict, a
// hang by the time limit that ended it, an exception by its type. A desync need not show in any
// way.
std::string plain_difference(const Signature& signature, int code, const std::string& output);

}  // namespace gridlock::minimizer
