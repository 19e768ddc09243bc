// The exit codes of gridlock's commands. `gridlock exec` has further ones (exec/options.h).
#pragma once

namespace gridlock::process {

enum ExitCode : int {
  kExpected = 0,     // every verdict was as expected
  kUnexpected = 1,   // some verdict was not
  kBadInput = 2,     // the user can mend it: the message says how
  kEnvironment = 3,  // the machine is not as it must be
  kInterrupted = 130,
};

}  // namespace gridlock::process
