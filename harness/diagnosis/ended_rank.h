// How a rank ended, and where it was then: plain facts, from which crash.h tells who is at fault.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/exception.h"

namespace gridlock::diagnosis {

struct EndedRank {
  int rank = -1;          // -1: a command …
  std::string name = {};  // … of this name
  int process = -1;
  int order = 0;   // of its failure in time; the same for all where that is not known
  int signal = 0;  // that killed it
  std::optional<int> exit_code = {};  // nothing of one that was killed, or that still runs
  bool stopped = false;               // gridlock ended it, which is no failure
  bool finished = false;              // its training or its script ran to its end
  Exception exception = {};           // that it told of; its error is "" where it told of none …
  bool raised = false;        // … and that ended it: no signal came before it was on its way out
  std::string function = {};  // that raised it, for the signature; "" = not known
  // "step 2" or "done" in a training, kAtExit where a script had ended, "" = not known.
  std::string phase = {};
  std::optional<double> stuck_seconds = {};  // that it has not exited since it raised
};

inline constexpr const char* kAtExit = "at exit";

}  // namespace gridlock::diagnosis
