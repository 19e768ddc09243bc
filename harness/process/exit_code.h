// The exit codes of gridlock's commands. `gridlock exec` has more exit codes (exec/options.h).
#pragma once

namespace gridlock::process {

enum ExitCode : int {
  kExpected = 0,     // every verdict was as expected
  kUnexpected = 1,   // some verdict was not as expected
  kBadInput = 2,     // the input has an error that the user can fix; the message states how
  kEnvironment = 3,  // the machine does not meet the requirements
  kInterrupted = 130,
};

}  // namespace gridlock::process
