// The key of a candidate: 128 bits of its canonical form and its launch, as 32 hex digits.
// Candidates with equal keys are one candidate: the oracle is asked once.
#pragma once

#include <string>
#include <string_view>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

using Key = std::string;

Key key_of(std::string_view canonical, const Launch& launch);

}  // namespace gridlock::minimizer
