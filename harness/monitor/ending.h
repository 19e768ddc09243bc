// Decides when to stop a job that makes no progress, and which finding explains the stop.
#pragma once

#include <limits>
#include <optional>

#include "harness/monitor/examination.h"

namespace gridlock::monitor {

// How long a job must be quiet before gridlock stops it because of a finding without a proof. In
// seconds since the last event of any rank.
struct QuietLimits {
  double likely_seconds = std::numeric_limits<double>::infinity();
  double desync_seconds = std::numeric_limits<double>::infinity();
};

// Returns a proved deadlock at once, a likely deadlock after its limit, and a desync after its
// limit if all ranks wait (waiting.h). Returns nullopt while the job may
// continue.
std::optional<facts::Finding> ending_finding(const Examination& examination,
                                             const QuietLimits& limits);

// Returns the best explanation for a job that reached its timeout without progress. In order of
// preference: a proved deadlock, a likely deadlock, a stall, a desync. Returns nullopt if there is
// none.
std::optional<facts::Finding> timeout_finding(const Examination& examination);

}  // namespace gridlock::monitor
