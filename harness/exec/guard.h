// Runs gridlock exec in a parent and a child process. If one of the two is killed, the other one
// kills all of its own descendants.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Runs `work` in a child process and returns the child's exit code. Once `stop` is not 0, sends the
// signal with this number to the child. Once it contains process::kAtOnce, sends the signal again
// and again, and kills the child if it still runs a second later. After the child has exited for
// any reason, kills all descendants of this process. `work` must notice when its parent process
// changes, and then kill all descendants of the child. Throws std::system_error if no process can
// be created.
int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
