// Finds the processes of a job that are not ranks: gridlock's own processes, and those that may
// affect the ranks.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/process/process_tree.h"

namespace gridlock::inspect {

// Returns the process whose descendants may affect these ranks. It is the ranks' parent if that is
// a program of gridlock (a spawner, which has no other ranks), and this process otherwise.
pid_t root_of(const process::ProcessTable& table, const std::vector<pid_t>& ranks);

// Returns `root` and the processes below it that serve `ranks` for gridlock and run no user code:
// the spawner between an agent and its ranks, and the server of exec's store.
std::vector<pid_t> own_processes(const process::ProcessTable& table, pid_t root,
                                 const std::vector<pid_t>& ranks);

// Returns the processes below `root` that may act, as text such as "process 4711 (python) is not a
// rank and may set the key". Leaves out `known` (ranks and gridlock's own processes), helpers that
// do nothing by themselves, and shells that wait for their children.
std::vector<std::string> outside_processes(const process::ProcessTable& table, pid_t root,
                                           const std::vector<pid_t>& known);

}  // namespace gridlock::inspect
