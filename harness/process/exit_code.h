// Exit codes of gridlock's commands. `gridlock exec` has further ones (exec/options.h).
#pragma once

namespace gridlock::process {

enum ExitCode : int {
  kExpected = 0,     // all verdicts were as expected
  kUnexpected = 1,   // a verdict was not as expected
  kBadInput = 2,     // the input has an error, and the message says how to fix it
  kEnvironment = 3,  // the machine does not meet the requirements
  kInterrupted = 130,
};

}  // namespace gridlock::process
