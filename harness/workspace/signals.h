// The signals by which users interrupt the work.
#pragma once

#include <csignal>
#include <functional>
#include <stop_token>

namespace gridlock::workspace {

// Thrown to end work after the user's interrupt. Leads to exit code kInterrupted.
struct Interrupted {};

// Prevents SIGINT, SIGTERM and SIGHUP from ending the process. The returned variable contains the
// last of these three signals, or 0 until a signal arrives.
const volatile std::sig_atomic_t& stop_on_signals();
// Sets the variable of stop_on_signals() to 0, for a signal that was forwarded to another process.
void forget_signal();

// Runs `work` until it is done or the user interrupts.
void until_interrupted(const std::function<void(std::stop_token)>& work);

}  // namespace gridlock::workspace
