// gridlock bench covering: how many cells a matrix gets, and how fast.
//
// Each model is a matrix, planned as `gridlock list` and `gridlock run` plan one.
//
// The models without constraints and the sizes of PICT and of the best tool are those of the table
// "Efficiency" at https://www.pairwise.org/efficiency.html; PICT's are those of J. Czerwonka,
// "Pairwise Testing in the Real World: Practical Extensions to Test-Case Generators", PNSQC 2006
// (https://github.com/microsoft/pict). The other models are gridlock's own axes, as they are in
// matrix/axes.toml with all constraints, and two of the matrices that gridlock comes with, whose
// cells include references.
#pragma once

namespace gridlock::bench {

// Prints a row for each model: cells of the plan, a lower bound for the covering array, the
// published sizes, the size that is promised, and the median of three times. `json`: one object a
// line instead. Returns an exit code: 1 when some plan has more cells than promised or takes
// longer.
int bench_covering(bool json);

}  // namespace gridlock::bench
