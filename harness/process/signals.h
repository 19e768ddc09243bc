// Signals that gridlock uses internally.
#pragma once

namespace gridlock::process {

// Asks a process for the stacks of its threads: faulthandler writes them to the log or the stacks
// file of the process. The signal kills a process without a handler for it, so gridlock sends it
// only to a process with one. Hardly any program uses this real-time signal, so the handler is
// gridlock's.
inline constexpr int kStacksSignal = 48;

// A variable tells that a signal asks this process to end: it is 0, then the number of the signal.
// After a further signal, this bit is added, and the process must end at once.
inline constexpr int kAtOnce = 0x100;

}  // namespace gridlock::process
