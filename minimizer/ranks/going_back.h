// Finds the smallest step that holds, in a search whose last step does not.
#pragma once

#include <cstddef>
#include <functional>

namespace gridlock::minimizer {

// Given steps 0 (the original) to `last`, of which the last one does not hold, returns a step that
// holds and whose successor does not. Uses bisection, so about log2(last) questions. Step 0 is not
// asked about.
std::size_t last_that_holds(std::size_t last, const std::function<bool(std::size_t)>& holds);

}  // namespace gridlock::minimizer
