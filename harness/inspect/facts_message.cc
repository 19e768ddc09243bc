#include "harness/inspect/facts_message.h"

#include "harness/inspect/facts.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {

// An event after the rings' clocks are read counts as one before it: a rank that is active never
// looks quiet.
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks) {
  const std::uint64_t last = last_event_ns(ranks);
  protocol::Facts facts{job, round, facts_of(ranks), last, 0};
  facts.now_ns = trace::now_ns();
  return facts;
}

}  // namespace gridlock::inspect
