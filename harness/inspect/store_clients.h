// Finds the processes outside a job's ranks that may set keys of the job's store, from the kernel's
// tables of sockets.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::inspect {

// Returns the processes that are connected to the TCP store at `port`, or serve that store, and are
// not in `own`. Each process is described as text: "process 4711 (python) has a connection to the
// store". Ports are those of `rank`'s network namespace. The result includes processes that cannot
// be inspected, such as another user's or another host's.
std::vector<std::string> other_store_clients(pid_t rank, int port, const std::vector<pid_t>& own);

}  // namespace gridlock::inspect
