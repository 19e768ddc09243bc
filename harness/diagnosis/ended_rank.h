// How and where a rank ended. crash.h determines the ranks at fault from this.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnosis/exception.h"

namespace gridlock::diagnosis {

struct EndedRank {
  int rank = -1;          // -1 means a command
  std::string name = {};  // the command's name
  int process = -1;
  int order = 0;   // position of the failure in time; the same for all ranks if unknown
  int signal = 0;  // the signal that killed the rank; 0 means none
  std::optional<int> exit_code = {};  // nullopt if the rank was killed or still runs
  // Whether the kernel killed processes for lack of memory while the ranks ran. nullopt = unknown.
  std::optional<bool> memory_ran_out = {};
  bool stopped = false;               // gridlock stopped the rank, which is not a failure
  bool finished = false;              // the training run or the script ran to its end
  // The exception that the rank reported. If there is none, exception.error is "".
  Exception exception = {};
  // Whether the rank ended because of the exception, possibly by a signal later.
  bool raised = false;
  std::string function = {};  // the function that raised, for the signature; "" = unknown
  // "step 2" or "done" in a training run, kAtExit after the end of a script, or "" if unknown.
  std::string phase = {};
  std::optional<double> stuck_seconds = {};  // time since the rank raised, if it still runs
};

inline constexpr const char* kAtExit = "at exit";

}  // namespace gridlock::diagnosis
