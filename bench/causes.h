// gridlock bench causes measures how often the search finds planted causes in synthetic results.
#pragma once

namespace gridlock::bench {

// Prints a row for each kind of planted cause (matrix/causes/testing/planted.h), measured over 120
// tables. If `json` is true, prints one object per line instead. Returns an exit code, which is 1
// if precision or recall is lower than promised.
int bench_causes(bool json);

}  // namespace gridlock::bench
