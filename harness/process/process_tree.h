// The process table below a process, read from /proc, and functions that kill all of it.
#pragma once

#include <sys/types.h>

#include <map>
#include <set>
#include <vector>

namespace gridlock::process {

// The interface that tests replace: parents of processes, and sending a signal.
class ProcessTable {
 public:
  virtual ~ProcessTable() = default;
  // Maps the pid of every process that is not a zombie to its parent.
  virtual std::map<pid_t, pid_t> parents() const = 0;
  virtual void kill(pid_t pid, int signal) const = 0;
};

// Returns the machine's own table.
const ProcessTable& system_table();

// Returns all processes below `root`, parents before children, without `root` itself, `spared`, and
// everything below `spared`.
std::vector<pid_t> descendants(const ProcessTable& table, pid_t root,
                               const std::set<pid_t>& spared = {});

// The kernel may need this long to end many large processes.
inline constexpr double kSecondsToDie = 10;

// Sends SIGKILL to everything below `root`, except `spared` and everything below `spared`. Repeats
// until nothing is left, since a process may fork between the scan and the kill. `root` must be a
// subreaper, so that orphans stay below it; it is not killed. Reaps the caller's own children
// meanwhile. Returns whether nothing is left after `seconds`.
bool kill_descendants(const ProcessTable& table, pid_t root, double seconds = kSecondsToDie,
                      const std::set<pid_t>& spared = {});

// Sends SIGKILL to a child and to its present descendants, and reaps the child.
void kill_child(pid_t child);

}  // namespace gridlock::process
