// gridlock bench covering: how small and how fast our covering arrays are.
//
// The models without constraints and the sizes of PICT and of the best tool are those of the table
// "Efficiency" at https://www.pairwise.org/efficiency.html; PICT's are those of J. Czerwonka,
// "Pairwise Testing in the Real World: Practical Extensions to Test-Case Generators", PNSQC 2006
// (https://github.com/microsoft/pict). The other models are gridlock's own axes, as they are in
// matrix/axes.toml with all constraints.
#pragma once

namespace gridlock::bench {

// Prints a row for each model: rows of the array, a lower bound for any array, the published sizes,
// the size that is promised, and the median of three times. `json`: one object a line instead.
// Returns an exit code: 1 when some array has more rows than promised or takes longer.
int bench_covering(bool json);

}  // namespace gridlock::bench
