// Starts programs, and makes them end when their starter dies.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace gridlock::process {

struct Program {
  std::vector<std::string> arguments;              // arguments[0] is the program, found in PATH
  std::map<std::string, std::string> environment;  // added to this process's own, or replacing it
  std::vector<std::string> removed;                // prefixes of variables that are not inherited
  std::vector<int>
      inherited;       // descriptors that stay open, under the same numbers; 0, 1, 2 always do
  std::string folder;  // the working folder; "": this process's
  int standard_output = -1;       // becomes descriptors 1 and 2; -1: inherited
  bool own_session = true;        // detached from the terminal: only the controller gets Ctrl-C
  bool dies_with_parent = false;  // SIGKILL when the thread that started it ends
};

// Returns the complete environment: "NAME=value".
std::vector<std::string> environment_of(const Program& program);

// Starts the program. Throws std::system_error if it cannot be started.
pid_t spawn(const Program& program);

// Returns the shell's exit code for a status of waitpid(2): the exit code, or 128 + the signal.
int exit_code_of(int status);

// Starts the program in this terminal's session, waits for its end, and returns its exit code.
int run(Program program);

// Makes orphans below this process its children (Linux: prctl(2), PR_SET_CHILD_SUBREAPER).
void become_subreaper();

// Makes the kernel send SIGKILL to this process when its parent's thread ends. `parent` is the
// expected parent: if it is already gone, this process ends at once.
void die_with_parent(pid_t parent);

// Opens /dev/null as 0, 1 and 2 if these are closed, and makes write(2) return an error instead of
// raising a signal for a closed reader or a file that would become too long.
void sane_descriptors();

}  // namespace gridlock::process
