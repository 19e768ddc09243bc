// The processes of a job that are not ranks: gridlock's own processes, and processes that may
// affect the ranks.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/process/process_tree.h"

namespace gridlock::inspect {

// Returns the process whose descendants may affect these ranks: the ranks' parent if it is a
// program of gridlock (a spawner, which has no other ranks), or else this process.
pid_t root_of(const process::ProcessTable& table, const std::vector<pid_t>& ranks);

// Returns `root` and the processes below it that serve `ranks` for gridlock and run no user code
// (the spawner between an agent and its ranks, the server of exec's store).
std::vector<pid_t> own_processes(const process::ProcessTable& table, pid_t root,
                                 const std::vector<pid_t>& ranks);

// Returns the processes below `root` that may act. Excludes `known` (ranks and gridlock's own
// processes), known helpers that do nothing by themselves, and shells that wait for their children.
// Each process is described as text: "process 4711 (python) is not a rank and may set the key".
std::vector<std::string> outside_processes(const process::ProcessTable& table, pid_t root,
                                           const std::vector<pid_t>& known);

}  // namespace gridlock::inspect
