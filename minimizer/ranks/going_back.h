// What is left of a search whose end does not hold: the smallest step before it that does.
#pragma once

#include <cstddef>
#include <functional>

namespace gridlock::minimizer {

// Of steps 0 (the original) to `last`, where the last one does not hold, one that holds though the
// one behind it does not; by bisection, so with about log2(last) questions. 0 is not asked about.
std::size_t last_that_holds(std::size_t last, const std::function<bool(std::size_t)>& holds);

}  // namespace gridlock::minimizer
