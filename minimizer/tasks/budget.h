// The budget of a search.
#pragma once

#include <string>

#include "minimizer/engine.h"

namespace gridlock::minimizer {

// Parses a budget such as "200" (candidates), "90s", "10m" or "2h". Throws matrix::InputError if
// the text is not a budget.
Budget parse_budget(const std::string& text);

}  // namespace gridlock::minimizer
