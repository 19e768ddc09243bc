// All processes that come from one start of gridlock, found in /proc: by a variable in the
// environment that they were started with, which forks and daemons keep whoever their parent
// becomes.
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
  kKeeper,
  kRank,
  kExporter,  // writes the script of a failed cell
  kOther,     // what a rank started, py-spy, …
};

struct Process {
  pid_t pid = -1;
  pid_t parent = -1;
  std::string command;  // its arguments, separated by blanks
  Kind kind = Kind::kOther;
};

// The variable that marks the processes of a run. All values are as long as each other, since a process
// that was started earlier shows the value in place of another one (harness/zygote/warm_server.h).
inline constexpr const char* kMarkVariable = "GRIDLOCK_TEST_RUN";
inline constexpr std::size_t kMarkLength = 16;

// Those whose environment has `variable` ("NAME=value"). Zombies are not among them.
std::vector<Process> find_processes(const std::string& variable);

std::vector<Process> of_kind(Kind kind, const std::vector<Process>& processes);

// One a line, for messages.
std::string describe(const std::vector<Process>& processes);

// Resident memory of a process, in MB (10^6 bytes); 0 when it is gone.
double resident_mb(pid_t pid);

}  // namespace gridlock::integration
