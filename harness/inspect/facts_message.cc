#include "harness/inspect/facts_message.h"

#include "harness/facts/facts_json.h"
#include "harness/inspect/facts.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {

// An event after the look at the clocks of rings counts as one before it: nobody seems quiet who is
// not.
wire::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks) {
  const std::uint64_t last = last_event_ns(ranks);
  wire::Facts facts{job, round, nlohmann::json::array(), last, 0};
  for (const facts::RankFacts& rank : facts_of(ranks)) {
    facts.ranks.push_back(facts::to_json(rank));
  }
  facts.now_ns = trace::now_ns();
  return facts;
}

}  // namespace gridlock::inspect
