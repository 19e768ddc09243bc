// Writes the text of an issue for the maintainers of the failing code.
#pragma once

#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

struct Minimized;

// Returns Markdown: a title, what happens, how to run the script, how often the failure shows, and
// the script.
std::string issue_of(const Minimized& minimized, const Candidate& original);

}  // namespace gridlock::minimizer
