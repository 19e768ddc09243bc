#include "harness/inspect/facts_message.h"

#include "harness/inspect/facts.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {

// Reads the time of the last event, then the facts, then the clock. If a rank records an event in
// between, the time of the last event is too old, and the rank looks quiet. The event count in the
// facts then shows that the rank was active.
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks) {
  const std::uint64_t last = last_event_ns(ranks);
  protocol::Facts facts{job, round, facts_of(ranks), last, 0};
  facts.now_ns = trace::now_ns();
  return facts;
}

}  // namespace gridlock::inspect
