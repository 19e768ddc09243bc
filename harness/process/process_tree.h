// The process table below a process, read from /proc; and how to end all of it.
#pragma once

#include <sys/types.h>

#include <map>
#include <set>
#include <vector>

namespace gridlock::process {

// The seam for tests: who is whose parent, and sending a signal.
class ProcessTable {
 public:
  virtual ~ProcessTable() = default;
  // pid → parent, of every process that is not a zombie.
  virtual std::map<pid_t, pid_t> parents() const = 0;
  virtual void kill(pid_t pid, int signal) const = 0;
};

// The machine's own.
const ProcessTable& system_table();

// All processes below `root`, parents before children, without `spared` and what is below them;
// `root` itself is not among them.
std::vector<pid_t> descendants(const ProcessTable& table, pid_t root,
                               const std::set<pid_t>& spared = {});

// The kernel may need so long to end many large processes.
inline constexpr double kSecondsToDie = 10;

// Sends SIGKILL to everything below `root`, without `spared` and what is below them, again and
// again until nothing is left, since a process may fork between the look and the kill. `root` must
// be a subreaper, so that orphans stay below it, and is itself left alone. Reaps the caller's own
// children meanwhile. Returns whether nothing is left after `seconds`.
bool kill_descendants(const ProcessTable& table, pid_t root, double seconds = kSecondsToDie,
                      const std::set<pid_t>& spared = {});

// Sends SIGKILL to a child and to what is below it now, and reaps the child.
void kill_child(pid_t child);

}  // namespace gridlock::process
