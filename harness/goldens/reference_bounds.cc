#include "harness/goldens/reference_bounds.h"

#include "harness/verdict/agreement.h"

namespace gridlock::goldens {

using golden::ComparedWith;
using protocol::RoundedReport;

// The reference computes in fp64, so its own rounding errors are negligible.
ReferenceBounds::ReferenceBounds(const verdict::CellRecord& example)
    : losses_(verdict::spread_of(example, &RoundedReport::losses, ComparedWith::kExactTraining)),
      grad_norms_(
          verdict::spread_of(example, &RoundedReport::grad_norms, ComparedWith::kExactTraining)),
      usual_(verdict::tolerance_of(example)) {}

}  // namespace gridlock::goldens
