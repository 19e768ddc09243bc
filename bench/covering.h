// gridlock bench covering measures the number of cells of a matrix and the time to plan them.
//
// Each model is a matrix, planned in the same way as by `gridlock list` and `gridlock run`.
//
// The models without constraints, and the array sizes of PICT and of the best tool, are taken from
// the table "Efficiency" at https://www.pairwise.org/efficiency.html. PICT's sizes are from J.
// Czerwonka, "Pairwise Testing in the Real World: Practical Extensions to Test-Case Generators",
// PNSQC 2006 (https://github.com/microsoft/pict). The other models are gridlock's own axes, from
// matrix/axes.toml with all constraints, and two of gridlock's shipped matrices, whose cells
// include references.
#pragma once

namespace gridlock::bench {

// Prints a row for each model: the number of cells of the plan, a lower bound for the covering
// array, the published sizes, the promised size, and the median of three planning times. If `json`
// is true, prints one object per line instead. Returns an exit code, which is 1 if some plan has
// more cells or takes longer than promised.
int bench_covering(bool json);

}  // namespace gridlock::bench
