// Puts the facts of this host's ranks into a message to the monitor of their job.
#pragma once

#include <vector>

#include "harness/inspect/local_rank.h"
#include "harness/protocol/messages.h"

namespace gridlock::inspect {

// Returns the current facts as a message. `job` and `round` come from the request
// (protocol::FactsRequest).
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks);

}  // namespace gridlock::inspect
