// Which rank a crash is due to, and what is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/exec/children.h"
#include "harness/exec/watch.h"

namespace gridlock::exec {

struct Crash {
  std::string crash_class;  // killed | raised | exited | exited early
  std::vector<int> ranks;   // none of a command
  // "Rank 1 failed first: ValueError: bad batch at train.py:38 (exit code 1)".
  std::string sentence;
  std::string signature;
  pid_t process = -1;  // that failed; not in the sentence, which equal crashes share
  int exit_code = 1;
  std::string error = {};  // "ValueError: bad batch": the first line of what was raised; else ""
};

// Nothing when no process failed. Of several, the first that did not only lose a connection to
// another one. Where all did, a rank that had finished and whom they needed is at fault; else the
// first of them.
std::optional<Crash> find_crash(const Children& children, Watch& watch);

}  // namespace gridlock::exec
