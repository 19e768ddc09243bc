// The key of a candidate, which is a 128-bit hash of its canonical form and its launch, as 32 hex
// digits. Candidates with equal keys count as one candidate, so the oracle examines only one of
// them.
#pragma once

#include <string>
#include <string_view>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

using Key = std::string;

Key key_of(std::string_view canonical, const Launch& launch);

}  // namespace gridlock::minimizer
