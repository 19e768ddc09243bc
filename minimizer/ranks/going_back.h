// Finds the smallest step that passes its verification, in a search whose last step does not.
#pragma once

#include <cstddef>
#include <functional>

namespace gridlock::minimizer {

// The steps are 0 (the original) to `last`, and the last step does not hold. Returns a step that
// holds and whose successor does not. Uses bisection, so `holds` is called about log2(last) times,
// never with step 0.
std::size_t last_that_holds(std::size_t last, const std::function<bool(std::size_t)>& holds);

}  // namespace gridlock::minimizer
