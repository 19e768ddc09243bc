#include "harness/goldens/reference_bounds.h"

#include "harness/verdict/agreement.h"

namespace gridlock::goldens {

ReferenceBounds::ReferenceBounds(const verdict::CellRecord& example)
    : losses_(verdict::spread_of(example, &protocol::RoundedReport::losses)),
      grad_norms_(verdict::spread_of(example, &protocol::RoundedReport::grad_norms)),
      usual_(verdict::tolerance_of(example)) {}

}  // namespace gridlock::goldens
