// Finds the processes of a job that are not ranks: gridlock's own processes, and those that may
// affect the ranks.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/process/process_tree.h"

namespace gridlock::inspect {

// Returns the root of all processes that may affect `ranks`. If the parent of the ranks is a
// program of gridlock (a spawner, which has no other ranks), it is the root. Otherwise this process
// is the root.
pid_t root_of(const process::ProcessTable& table, const std::vector<pid_t>& ranks);

// Returns `root` and the processes of gridlock below it, which run no user code: the spawner
// between an agent and its ranks, and the store server of gridlock exec.
std::vector<pid_t> own_processes(const process::ProcessTable& table, pid_t root,
                                 const std::vector<pid_t>& ranks);

// Returns the processes below `root` that may affect the ranks, as text such as "process 4711
// (python) is not a rank and may set the key". Leaves out the processes in `known` (ranks and
// gridlock's own processes), helpers that do nothing by themselves, and shells that wait for their
// children.
std::vector<std::string> outside_processes(const process::ProcessTable& table, pid_t root,
                                           const std::vector<pid_t>& known);

}  // namespace gridlock::inspect
