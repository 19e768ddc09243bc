// The process between the zygote (or, in the cold tier, the agent) and the ranks of one team. It
// starts ranks when the agent asks for them, reaps them, and reports to the agent how each rank
// ended (harness/protocol/spawner_messages.h).
//
// The spawner is a subreaper: all processes that a rank starts, including daemons, stay below it.
// Killing everything below the spawner therefore kills exactly this team. The spawner dies with its
// parent, and the ranks die with the spawner.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>

#include "harness/process/fd.h"
#include "harness/rank/descriptors.h"

namespace gridlock::zygote {

// Starts a rank and returns its process id: either forks, so that the child continues as the rank,
// or starts a new program. The map has environment variables.
using StartRank =
    std::function<pid_t(rank::Descriptors, const std::map<std::string, std::string>&)>;

// Runs until the agent closes `agent`. If the process `parent` dies, the spawner dies with it.
void run_spawner(process::Fd agent, pid_t parent, const StartRank& start_rank);

}  // namespace gridlock::zygote
