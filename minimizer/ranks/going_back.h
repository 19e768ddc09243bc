// Finds the smallest step that passes its verification, in a search whose last step does not pass.
#pragma once

#include <cstddef>
#include <functional>

namespace gridlock::minimizer {

// Returns a step that holds and whose next step does not hold. Step 0 is the original. It counts as
// holding without a call of `holds`. Step `last` does not hold. Bisects, so `holds` is called about
// log2(last) times.
std::size_t last_that_holds(std::size_t last, const std::function<bool(std::size_t)>& holds);

}  // namespace gridlock::minimizer
