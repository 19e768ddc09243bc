// A rank on this host, with the descriptors through which it is inspected.
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
  process::Fd log = {};     // its output (process/log.h); closed if it is not kept
  process::Fd stacks = {};  // its stacks after kStacksSignal (process/log.h); closed = in `log`
  bool exited = false;
  std::string raised = {};  // its uncaught exception, "ValueError: …"; "" = none reported
  bool left = false;        // the process continues, but makes no more calls in this job
  pid_t launcher = 0;       // parent process that may restart it; 0 = gridlock, which never does
};

}  // namespace gridlock::inspect
