// Finds the processes that are not ranks of a job but may set keys of its store. Uses the kernel's
// tables of sockets.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::inspect {

// Returns the processes that serve the TCP store at `port` or are connected to it, except those in
// `own`. Each is text such as "process 4711 (python) has a connection to the store". `port` is in
// the network namespace of the process `rank`. The result includes processes that cannot be
// inspected, such as those of another user or on another host.
std::vector<std::string> other_store_clients(pid_t rank, int port, const std::vector<pid_t>& own);

// Returns whether a process that is not in `own` is connected to the TCP store that this host
// serves at `port`. The process may be on another host.
bool serves_others(int port, const std::vector<pid_t>& own);

}  // namespace gridlock::inspect
