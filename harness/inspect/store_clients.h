// Finds the processes besides a job's ranks that may set keys of its store, from the kernel's
// tables of sockets.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::inspect {

// Returns the processes that are connected to the TCP store at `port`, or serve it, and are not in
// `own`; each in words: "process 4711 (python) has a connection to the store". Ports are those of
// `rank`'s network namespace. A process that cannot be inspected (another user's, another host's)
// counts too.
std::vector<std::string> other_store_clients(pid_t rank, int port, const std::vector<pid_t>& own);

}  // namespace gridlock::inspect
