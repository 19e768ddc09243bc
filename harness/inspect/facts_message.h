// The facts of this host's ranks as a message to the monitor of their job.
#pragma once

#include <vector>

#include "harness/inspect/local_rank.h"
#include "harness/protocol/messages.h"

namespace gridlock::inspect {

// Returns the current facts. `job` and `round` are copied from the request
// (protocol::FactsRequest).
protocol::Facts facts_message(int job, int round, const std::vector<LocalRank>& ranks);

}  // namespace gridlock::inspect
