// Reads /proc/PID/stat (proc(5)).
#pragma once

#include <sys/types.h>

namespace gridlock::process {

struct ProcStat {
  char state = 'X';  // R, S, D, T, Z (zombie), X (there is no such process) …
  pid_t parent = 0;
  int threads = 0;

  // A process whose first thread has ended is in state Z while its other threads run, or while
  // they still close the process's sockets after a SIGKILL.
  bool is_living() const { return state != 'X' && (state != 'Z' || threads > 1); }
};

ProcStat read_stat(pid_t process);

}  // namespace gridlock::process
