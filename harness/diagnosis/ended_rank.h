// How a rank ended and where it was then: plain facts from which crash.h finds the rank at fault.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/exception.h"

namespace gridlock::diagnosis {

struct EndedRank {
  int rank = -1;          // -1: a command
  std::string name = {};  // the command's name
  int process = -1;
  int order = 0;                      // of its failure in time; equal for all ranks if unknown
  int signal = 0;                     // the signal that killed it
  std::optional<int> exit_code = {};  // nullopt if it was killed or still runs
  bool stopped = false;               // gridlock ended it, which is not a failure
  bool finished = false;              // its training or its script ran to its end
  Exception exception = {};           // the exception it reported; its error is "" if none
  bool raised = false;        // the exception ended it: no signal came before it began to exit
  std::string function = {};  // the function that raised, for the signature; "" = unknown
  // "step 2" or "done" in a training, kAtExit after the end of a script, "" = unknown.
  std::string phase = {};
  std::optional<double> stuck_seconds = {};  // time since it raised without exiting
};

inline constexpr const char* kAtExit = "at exit";

}  // namespace gridlock::diagnosis
