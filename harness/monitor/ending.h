// When a job that stands still is to be ended, and by which finding.
#pragma once

#include <limits>
#include <optional>

#include "harness/monitor/examination.h"

namespace gridlock::monitor {

// Seconds since the last event of any rank after which a finding without a proof ends its job.
struct Limits {
  double likely_seconds = std::numeric_limits<double>::infinity();
  double desync_seconds = std::numeric_limits<double>::infinity();
};

// A proof at once; a likely deadlock and, where all ranks stand still, a desync after their time.
// Nothing while the job may go on.
std::optional<facts::Finding> must_end(const Examination& examination, const Limits& limits);

// What explains best why a job made no progress until its time was over: a deadlock, a likely one,
// a stall, a desync; nothing where none of these is known.
std::optional<facts::Finding> at_timeout(const Examination& examination);

}  // namespace gridlock::monitor
