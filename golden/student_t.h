// Quantiles of Student's t distribution, from Boost.Math. Only student_t.cc includes Boost, because
// its headers take long to compile.
#pragma once

#include <cstddef>

namespace gridlock::golden {

// Returns the value that |t| exceeds with this probability, if t has `degrees` degrees of freedom.
// Returns infinity without degrees of freedom, because nothing then bounds t. Also returns infinity
// for a probability of 0 and for NaN. Throws nothing.
double student_t(std::size_t degrees, double probability);

}  // namespace gridlock::golden
