// Runs the work in a second process, so that each of the two ends everything when the other is
// killed.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Runs the work in a child, and returns its exit code. Forwards the signal in `stop` to the child.
// Kills every process below once the child has ended, whatever the reason. The work must watch its
// parent, and end everything when that changes. Throws std::system_error if no process can be made.
int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
