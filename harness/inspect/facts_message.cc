#include "harness/inspect/facts_message.h"

#include "harness/inspect/facts.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {

// Reads the last event before the facts, and the clock after them. An event in between is missing
// from the message, so the rank may look quieter than it is. Its event count in the facts shows
// that it was active.
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks) {
  const std::uint64_t last = last_event_ns(ranks);
  protocol::Facts facts{job, round, facts_of(ranks), last, 0};
  facts.now_ns = trace::now_ns();
  return facts;
}

}  // namespace gridlock::inspect
