// The spawner is the process between the zygote (or, for the cold tier, the agent) and the ranks of
// one team.
//
// The spawner is a subreaper. Everything that a rank starts, including daemons, remains below the
// spawner, so killing everything below the spawner ends exactly this team. The spawner starts ranks
// when the agent asks, reaps them, and reports to the agent how each rank ended. The spawner dies
// with its parent, and ranks die with the spawner. The messages are in
// harness/protocol/spawner_messages.h.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>

#include "harness/process/fd.h"
#include "harness/rank/descriptors.h"

namespace gridlock::zygote {

// Starts a rank, either by a fork that continues as the rank or by starting a new program. Returns
// the rank's pid.
using StartRank =
    std::function<pid_t(rank::Descriptors, const std::map<std::string, std::string>&)>;

// Runs until the agent closes `agent`. If the process `parent` dies, the spawner dies too.
void run_spawner(process::Fd agent, pid_t parent, const StartRank& start_rank);

}  // namespace gridlock::zygote
