// Finds the processes of one run of gridlock in /proc, by a variable in their initial environment.
// Forks and daemons inherit the variable, even if their parent changes.
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
  kExporter,  // writes the script for a failed cell
  kOther,     // other processes, such as py-spy and processes that a rank started
};

struct Process {
  pid_t pid = -1;
  pid_t parent = -1;
  std::string command;  // the arguments, separated by blanks
  Kind kind = Kind::kOther;
};

// The variable that marks the processes of a run. All values have the same length, because a warm
// server, which started before the run, overwrites its value in place
// (harness/zygote/warm_server.h).
inline constexpr const char* kMarkVariable = "GRIDLOCK_TEST_RUN";
inline constexpr std::size_t kMarkLength = 16;

// Returns the processes with `variable` ("NAME=value") in their environment. Zombies are left out.
std::vector<Process> find_processes(const std::string& variable);

std::vector<Process> of_kind(Kind kind, const std::vector<Process>& processes);

// Returns one line of text per process, for messages of tests.
std::string describe(const std::vector<Process>& processes);

// Returns the resident memory of a process in MB (10^6 bytes), or 0 if it has ended.
double resident_mb(pid_t pid);

}  // namespace gridlock::integration
