// Signals that gridlock uses internally.
#pragma once

namespace gridlock::process {

// Asks a rank for the stacks of its threads, which faulthandler writes to the rank's log or stacks
// file. The signal would kill any process without a handler for it. Hardly any program uses this
// real-time signal, so a handler for the signal can only be gridlock's.
inline constexpr int kStacksSignal = 48;

}  // namespace gridlock::process
