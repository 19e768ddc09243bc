// Starts programs, and makes processes end together with their parent.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridlock::process {

struct Program {
  std::vector<std::string> arguments;              // arguments[0] is the program, found in PATH
  // Variables to add to this process's environment, or to replace in it.
  std::map<std::string, std::string> environment;
  std::vector<std::string> removed;  // prefixes of variables that are not inherited
  std::vector<int>
      inherited;       // descriptors that remain open under their numbers; 0, 1 and 2 always do
  std::string folder;  // the working folder; "" means this process's
  int standard_output = -1;       // becomes descriptors 1 and 2; -1 means this process's
  bool own_session = true;        // detached from the terminal, so only the controller gets Ctrl-C
  bool dies_with_parent = false;  // gets SIGKILL when the thread that started it ends
};

// Returns the program's complete environment as texts "NAME=value".
std::vector<std::string> environment_of(const Program& program);

// Marks all descriptors but the standard ones to be closed by exec. It works also where an old
// kernel or a sandbox refuses close_range(2). Async-signal-safe.
void close_all_on_exec();

// Starts the program. Throws std::system_error if it cannot be started.
pid_t spawn(const Program& program);

// Returns what a shell reports for a status of waitpid(2): the exit code, or 128 + the number of
// the signal.
int exit_code_of(int status);

// Runs the program in the session of this terminal, waits for it, and returns its exit code.
int run(Program program);
// The same, but ends the program and all processes below it (end_child()) as soon as `must_stop`
// returns true. Calls `must_stop` several times a second. Returns nullopt if it was stopped.
std::optional<int> run(Program program, const std::function<bool()>& must_stop);

// Makes this process a subreaper (prctl(2), PR_SET_CHILD_SUBREAPER): it becomes the parent of
// orphans below it.
void become_subreaper();

// Makes the kernel send SIGKILL to this process when the thread that forked it ends. `parent` is
// the process of that thread. If it has already ended, this process ends at once.
void die_with_parent(pid_t parent);

// Opens /dev/null in place of each of descriptors 0, 1 and 2 that is closed. Also makes write(2)
// return an error instead of raising a signal when the reader is gone or the file becomes too long.
void sane_descriptors();

}  // namespace gridlock::process
