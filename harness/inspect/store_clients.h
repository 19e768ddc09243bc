// Who else than the ranks of a job may set keys of its store: by the kernel's tables of sockets.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::inspect {

// Processes that have a connection to the server of a TCP store at `port`, or serve it, and are not
// in `own`; each in words: "process 4711 (python) has a connection to the store". Ports are those
// of `rank`'s network. What cannot be looked at (another user's process, another host) counts as
// another process.
std::vector<std::string> strangers_at_store(pid_t rank, int port, const std::vector<pid_t>& own);

}  // namespace gridlock::inspect
