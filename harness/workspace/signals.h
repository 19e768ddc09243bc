// The signals by which users interrupt the work.
#pragma once

#include <csignal>
#include <functional>
#include <stop_token>

namespace gridlock::workspace {

// Thrown to end the work after the user has interrupted it. The exit code is then kInterrupted.
struct Interrupted {};

// Keeps SIGINT, SIGTERM and SIGHUP from ending the process. The returned variable holds the last of
// these signals that arrived, or 0.
const volatile std::sig_atomic_t& stop_on_signals();
// Sets the variable of stop_on_signals() to 0, because the signal was forwarded to another process.
void forget_signal();

// Runs `work` until it is done or the user interrupts.
void until_interrupted(const std::function<void(std::stop_token)>& work);

}  // namespace gridlock::workspace
