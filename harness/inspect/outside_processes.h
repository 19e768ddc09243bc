// The processes of a job that are not ranks: which are gridlock's own, and which may act.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/process/process_tree.h"

namespace gridlock::inspect {

// Whose descendants can have to do with these ranks: their parent, where that is a program of
// gridlock's (a keeper, which has no others), or else this process.
pid_t root_of(const process::ProcessTable& table, const std::vector<pid_t>& ranks);

// Below `root`, and itself: what serves the ranks `ranks` for gridlock and runs nothing of theirs
// (the keeper between an agent and its ranks, the server of exec's store).
std::vector<pid_t> own_processes(const process::ProcessTable& table, pid_t root,
                                 const std::vector<pid_t>& ranks);

// Below `root`: not among `known` (ranks and gridlock's own), and more than a helper that is known
// to do nothing by itself or a shell that waits for its children. Each in words: "process 4711
// (python) is not a rank and may set the key".
std::vector<std::string> outside_processes(const process::ProcessTable& table, pid_t root,
                                    const std::vector<pid_t>& known);

}  // namespace gridlock::inspect
