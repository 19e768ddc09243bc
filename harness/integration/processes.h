// Finds all processes that come from one start of gridlock in /proc: by a variable in their initial
// environment, which forks and daemons keep whatever process becomes their parent.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gridlock::integration {

enum class Kind {
  kController,
  kLauncher,  // mpirun
  kAgent,
  kZygote,
  kSpawner,
  kRank,
  kExporter,  // writes the script of a failed cell
  kOther,     // processes that a rank started, py-spy, …
};

struct Process {
  pid_t pid = -1;
  pid_t parent = -1;
  std::string command;  // the arguments, separated by blanks
  Kind kind = Kind::kOther;
};

// The variable that marks the processes of a run. All values have the same length, since a process
// that was started earlier replaces its value in place (harness/zygote/warm_server.h).
inline constexpr const char* kMarkVariable = "GRIDLOCK_TEST_RUN";
inline constexpr std::size_t kMarkLength = 16;

// Returns the processes whose environment has `variable` ("NAME=value"), without zombies.
std::vector<Process> find_processes(const std::string& variable);

std::vector<Process> of_kind(Kind kind, const std::vector<Process>& processes);

// Returns one process per line, for messages.
std::string describe(const std::vector<Process>& processes);

// Returns the resident memory of a process in MB (10^6 bytes); 0 when it is gone.
double resident_mb(pid_t pid);

}  // namespace gridlock::integration
