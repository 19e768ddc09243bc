// The process between the zygote (in the cold tier, the agent) and the ranks of one team. It starts
// ranks when the agent asks, reaps them, and reports to the agent how each of them ended
// (harness/protocol/spawner_messages.h).
//
// The spawner is a subreaper: everything that a rank starts, including daemons, stays below it.
// Killing everything below the spawner therefore ends exactly this team. The spawner dies with its
// parent, and the ranks die with the spawner.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>

#include "harness/process/fd.h"
#include "harness/rank/descriptors.h"

namespace gridlock::zygote {

// Starts a rank and returns its process id. It either forks, and the child continues as the rank,
// or it starts a new program.
using StartRank =
    std::function<pid_t(rank::Descriptors, const std::map<std::string, std::string>&)>;

// Runs until the agent closes `agent`. If the process `parent` dies, the spawner dies with it.
void run_spawner(process::Fd agent, pid_t parent, const StartRank& start_rank);

}  // namespace gridlock::zygote
