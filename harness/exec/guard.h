// Runs the work in a second process, so that if either process is killed, the other one ends
// everything.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Runs the work in a child process and returns the child's exit code. Forwards the signal in `stop`
// to the child. Kills every process below once the child has ended for any reason. The work must
// watch for a change of its parent process and then end everything. Throws std::system_error if no
// process can be created.
int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
