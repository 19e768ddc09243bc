// Runs the work in a second process. If one of the two processes is killed, the other one ends
// everything.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Runs the work in a child process and returns its exit code. Forwards the signal in `stop` to the
// child. Once the child has ended, for any reason, kills every process below. The work must notice
// when its parent process changes, and then end everything. Throws std::system_error if no process
// can be created.
int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
