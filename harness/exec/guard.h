// Two processes instead of one, each of which ends everything when the other is killed.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Does the work in a child, and returns its exit code. What is sent to this process (in `stop`) is
// passed on. When the child is gone, however it ended, nothing is left below. The work must look at
// its parent, and end everything when that changes. Throws std::system_error where no process can
// be made.
int guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
