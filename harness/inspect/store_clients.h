// Finds the processes other than a job's ranks that may set keys of its store, from the kernel's
// tables of sockets.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::inspect {

// Returns the processes that are connected to the TCP store at `port`, or serve it, and are not in
// `own`. Each is described as text such as "process 4711 (python) has a connection to the store".
// The port is one of `rank`'s network namespace. The result includes processes that cannot be
// inspected, such as those of another user or host.
std::vector<std::string> other_store_clients(pid_t rank, int port, const std::vector<pid_t>& own);

}  // namespace gridlock::inspect
