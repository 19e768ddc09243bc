#include "harness/monitor/ending.h"

#include "harness/monitor/waiting.h"

namespace gridlock::monitor {

std::optional<facts::Finding> ending_finding(const Examination& examination,
                                             const QuietLimits& limits) {
  if (examination.deadlock()) return examination.deadlock();
  const double quiet = examination.quiet_seconds();
  if (examination.likely() && quiet >= limits.likely_seconds) return examination.likely();
  const bool over = quiet >= limits.desync_seconds && all_wait(examination.second());
  return over ? examination.desync() : std::nullopt;
}

std::optional<facts::Finding> timeout_finding(const Examination& examination) {
  if (examination.deadlock()) return examination.deadlock();
  if (examination.likely()) return examination.likely();
  auto stall = examination.stall();
  return stall ? stall : examination.desync();
}

}  // namespace gridlock::monitor
