// Signals that gridlock uses internally.
#pragma once

namespace gridlock::process {

// Asks a rank for the stacks of its threads, which faulthandler writes to the rank's log or stacks
// file; the signal would kill any other process. It is a real-time signal that hardly any program
// uses, so a handler for it can only be gridlock's, and has no other purpose.
inline constexpr int kStacksSignal = 48;

}  // namespace gridlock::process
