// The cells of a run that are trained again for the comparison with the reference
// (golden/reference).
#pragma once

#include <map>
#include <string>
#include <utility>

#include "harness/goldens/records.h"

namespace gridlock::goldens {

// The precision and number of layers of a cell. Cells of the same kind have equal numerical
// results, except for rounding.
using Kind = std::pair<std::string, std::string>;
Kind kind_of(const verdict::CellRecord& record);

// For each kind, the uncompiled cell that is trained again.
using Examples = std::map<Kind, const verdict::CellRecord*>;

// Chooses the examples among the records of the run, which must outlive the result. Prefers cells
// for which rounding was measured. Throws matrix::InputError for a run of a case that the reference
// does not implement, and if no uncompiled cell passed.
Examples reference_examples(const GoldenRun& run);

}  // namespace gridlock::goldens
