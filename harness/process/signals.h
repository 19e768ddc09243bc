// Signals that gridlock uses internally.
#pragma once

namespace gridlock::process {

// Asks a process for the stacks of its threads: faulthandler writes them to the log or the stacks
// file of the process. The signal kills a process without a handler for it, so gridlock sends it
// only to a process with one. Hardly any program uses this real-time signal, so the handler is
// gridlock's.
inline constexpr int kStacksSignal = 48;

}  // namespace gridlock::process
