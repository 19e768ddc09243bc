// Reads /proc/PID/stat (proc(5)).
#pragma once

#include <sys/types.h>

namespace gridlock::process {

struct ProcStat {
  char state = 'X';  // R, S, D, T, Z (zombie), X (there is no such process) …
  pid_t parent = 0;

  bool is_living() const { return state != 'Z' && state != 'X'; }
};

ProcStat read_stat(pid_t process);

}  // namespace gridlock::process
