// Formats the claims of a run's matrix: whether each of them is held or broken, and a bar chart of
// the measured values.
#pragma once

#include <vector>

#include "harness/report/line.h"
#include "harness/verdict/claims.h"

namespace gridlock::report {

std::vector<Line> claim_lines(const std::vector<verdict::ClaimFinding>& findings);

}  // namespace gridlock::report
