// Reports the claims of a run's matrix: held or broken, with the numbers as a curve.
#pragma once

#include <vector>

#include "harness/report/line.h"
#include "harness/verdict/claims.h"

namespace gridlock::report {

std::vector<Line> claim_lines(const std::vector<verdict::ClaimFinding>& findings);

}  // namespace gridlock::report
