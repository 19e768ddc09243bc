// Starting programs, and the ties that end them when their starter dies.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace gridlock::process {

struct Program {
  std::vector<std::string> arguments;              // arguments[0] is the program, found in PATH
  std::map<std::string, std::string> environment;  // added to, or replacing, this process's own
  std::vector<std::string> removed;                // prefixes of variables that it must not inherit
  std::vector<int>
      inherited;       // descriptors that stay open, under the same numbers; 0, 1, 2 always do
  std::string folder;  // its working folder; "": this process's
  int standard_output = -1;  // becomes its 1 and 2; -1: inherited
  bool own_session = true;   // out of the terminal's reach: Ctrl-C goes to the controller alone
  bool dies_with_parent = false;  // SIGKILL when the thread that started it ends
};

// All that it starts with: "NAME=value".
std::vector<std::string> environment_of(const Program& program);

// Starts it. Throws std::system_error when there is no such program.
pid_t spawn(const Program& program);

// What a shell makes of a status of waitpid(2): the exit code, or 128 + the signal.
int exit_code_of(int status);

// Starts it in this terminal's session, waits for its end, and returns its exit code.
int run(Program program);

// Orphans below this process become its children (Linux: prctl(2), PR_SET_CHILD_SUBREAPER).
void become_subreaper();

// This process gets SIGKILL when its parent's thread ends. `parent` is who it should be: when the
// parent is gone already, this process ends at once.
void die_with_parent(pid_t parent);

// Opens /dev/null as 0, 1 and 2 where these are closed, and makes a reader that is gone and a file
// that would get too long errors of write(2) instead of signals.
void sane_descriptors();

}  // namespace gridlock::process
