// Signals that this project uses for itself.
#pragma once

namespace gridlock::process {

// Asks a rank for the stacks of its threads, which faulthandler writes to its log or its file for
// stacks; it would kill any other process. One of the real-time signals, which hardly anybody else uses: who
// sees a handler of it knows that it is ours, and that it does nothing else.
inline constexpr int kStacksSignal = 48;

}  // namespace gridlock::process
