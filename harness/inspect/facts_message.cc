#include "harness/inspect/facts_message.h"

#include "harness/inspect/facts.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {

// The last event is read before the facts, and the clock after the facts. An event between the
// reads is missing in the message, so a rank may look quieter than it is. The rank's event count in
// the facts shows the activity.
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks) {
  const std::uint64_t last = last_event_ns(ranks);
  protocol::Facts facts{job, round, facts_of(ranks), last, 0};
  facts.now_ns = trace::now_ns();
  return facts;
}

}  // namespace gridlock::inspect
