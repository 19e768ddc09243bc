// Signals that gridlock uses internally.
#pragma once

namespace gridlock::process {

// Asks a rank for the stacks of its threads. faulthandler writes them to the rank's log or stacks
// file. The signal kills a process that has no handler for it, so gridlock sends it only to
// processes with one. Hardly any program uses this real-time signal, so a handler for it is
// gridlock's.
inline constexpr int kStacksSignal = 48;

}  // namespace gridlock::process
