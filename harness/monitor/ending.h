// Decides when to end a job that stands still, and determines the finding that explains the end.
#pragma once

#include <limits>
#include <optional>

#include "harness/monitor/examination.h"

namespace gridlock::monitor {

// Seconds since the last event of any rank after which a finding without a proof ends its job.
struct QuietLimits {
  double likely_seconds = std::numeric_limits<double>::infinity();
  double desync_seconds = std::numeric_limits<double>::infinity();
};

// Returns a proof immediately, a likely deadlock after its limit, and a desync after its limit if
// all ranks stand still. Returns nullopt while the job may continue.
std::optional<facts::Finding> ending_finding(const Examination& examination,
                                             const QuietLimits& limits);

// Returns the best explanation of a job without progress until its timeout: a proved deadlock, else
// a likely deadlock, a stall, or a desync. Returns nullopt if there is none.
std::optional<facts::Finding> timeout_finding(const Examination& examination);

}  // namespace gridlock::monitor
