// Reads the process table from /proc, and kills everything below a process.
#pragma once

#include <sys/types.h>

#include <map>
#include <set>
#include <vector>

namespace gridlock::process {

// Reads the parents of processes and sends signals. Tests replace it.
class ProcessTable {
 public:
  virtual ~ProcessTable() = default;
  // Returns the parent of each process that is not a zombie.
  virtual std::map<pid_t, pid_t> parents() const = 0;
  virtual void kill(pid_t pid, int signal) const = 0;
};

// Returns the process table of this machine.
const ProcessTable& system_table();

// Returns all processes below `root`, parents before children. Leaves out `spared` and all
// processes below them.
std::vector<pid_t> descendants(const ProcessTable& table, pid_t root,
                               const std::set<pid_t>& spared = {});

// Seconds that the kernel may need to end many large processes.
inline constexpr double kSecondsToDie = 10;

// Sends SIGKILL to all processes below `root`, except `spared` and all processes below them.
// Repeats this until no process is left, because a process may fork between the scan and the kill.
// `root` itself survives. It must be a subreaper, so that orphans stay below it. Reaps the caller's
// own children meanwhile. Returns whether every process has ended within `seconds`.
bool kill_descendants(const ProcessTable& table, pid_t root, double seconds = kSecondsToDie,
                      const std::set<pid_t>& spared = {});

// Sends SIGKILL to a child and to its current descendants, and reaps the child.
void kill_child(pid_t child);

// Does the same, but first sends SIGTERM to the child and gives it a second to end by itself.
void end_child(pid_t child);

}  // namespace gridlock::process
