// Starts programs, and makes the programs end when the process that started them dies.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace gridlock::process {

struct Program {
  std::vector<std::string> arguments;              // arguments[0] is the program, found in PATH
  // Added to this process's own variables, or replacing them.
  std::map<std::string, std::string> environment;
  std::vector<std::string> removed;  // prefixes of variables that are not inherited
  std::vector<int>
      inherited;       // descriptors that remain open under their numbers; 0, 1 and 2 always do
  std::string folder;  // the working folder; "" means this process's
  int standard_output = -1;       // becomes descriptors 1 and 2; -1 means inherited
  bool own_session = true;        // detached from the terminal, so only the controller gets Ctrl-C
  bool dies_with_parent = false;  // gets SIGKILL when the thread that started it ends
};

// Returns the complete environment; each element is "NAME=value".
std::vector<std::string> environment_of(const Program& program);

// Starts the program. Throws std::system_error if it cannot be started.
pid_t spawn(const Program& program);

// Returns a shell's exit code for a status of waitpid(2): the exit code, or 128 + the signal's
// number.
int exit_code_of(int status);

// Starts the program in this terminal's session, waits until it ends, and returns its exit code.
int run(Program program);

// Makes this process the parent of orphans below it (Linux: prctl(2), PR_SET_CHILD_SUBREAPER).
void become_subreaper();

// Makes the kernel send SIGKILL to this process when its parent's thread ends. `parent` is the
// expected parent; if that process has already ended, this process ends immediately.
void die_with_parent(pid_t parent);

// Opens /dev/null as descriptors 0, 1 and 2 if they are closed. Makes write(2) return an error
// instead of raising a signal when the reader has closed its end or the file would become too long.
void sane_descriptors();

}  // namespace gridlock::process
