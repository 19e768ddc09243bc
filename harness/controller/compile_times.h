// Is a compile past what smaller cells of the same run predict?
#pragma once

#include <optional>
#include <vector>

#include "harness/diagnosis/blowup.h"
#include "harness/verdict/record.h"

namespace gridlock::controller {

// Compares the compile of `record`, which has taken `seconds` and is not over, with those of
// finished cells that differ from it in cp alone, or else in the number of layers alone. Nothing
// where there is none.
std::optional<diagnosis::Blowup> find_blowup(const verdict::CellRecord& record,
                                             const std::vector<verdict::CellRecord>& finished,
                                             double seconds);

}  // namespace gridlock::controller
