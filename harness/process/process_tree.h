// Reads the process table below a process from /proc, and kills everything below a process.
#pragma once

#include <sys/types.h>

#include <map>
#include <set>
#include <vector>

namespace gridlock::process {

// The interface that tests replace: reading the parents of processes, and sending a signal.
class ProcessTable {
 public:
  virtual ~ProcessTable() = default;
  // Maps the pid of every process that is not a zombie to its parent.
  virtual std::map<pid_t, pid_t> parents() const = 0;
  virtual void kill(pid_t pid, int signal) const = 0;
};

// Returns the machine's own table.
const ProcessTable& system_table();

// Returns all processes below `root`, parents before children, except `root`, `spared`, and
// everything below `spared`.
std::vector<pid_t> descendants(const ProcessTable& table, pid_t root,
                               const std::set<pid_t>& spared = {});

// The kernel may need this many seconds to end many large processes.
inline constexpr double kSecondsToDie = 10;

// Sends SIGKILL to everything below `root`, except `spared` and everything below `spared`. Repeats
// until no process is left, since a process may fork between the scan and the kill. `root` must be
// a subreaper, so that orphans remain below `root`; `root` itself is not killed. Meanwhile, reaps
// the caller's own children. Returns whether every process has ended after at most `seconds`.
bool kill_descendants(const ProcessTable& table, pid_t root, double seconds = kSecondsToDie,
                      const std::set<pid_t>& spared = {});

// Sends SIGKILL to a child and to the child's present descendants, and reaps the child.
void kill_child(pid_t child);

}  // namespace gridlock::process
