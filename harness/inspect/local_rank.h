// A rank that runs on this host, as an observer sees it.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

struct LocalRank {
  int rank = 0;
  pid_t pid = -1;  // -1 until it has been started
  trace::Ring ring;
  process::Fd log = {};     // what it printed (process/log.h); closed where it is not kept
  process::Fd stacks = {};  // where it answers kStacksSignal (process/log.h); closed: in `log`
  bool exited = false;
  std::string raised = {};  // what it ends with, "ValueError: …"; "" = none that is known
  bool left = false;        // its process goes on, and makes no further call of this job
  pid_t launcher = 0;  // whose child it is and who may start it again; 0 = gridlock, which does not
};

}  // namespace gridlock::inspect
