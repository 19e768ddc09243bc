// Runs gridlock exec in a parent and a child process. If one of the two is killed, the other one
// kills all processes below.
#pragma once

#include <csignal>
#include <functional>

namespace gridlock::exec {

// Runs `work` in a child process and returns its exit code. Forwards the signal in `stop` to the
// child once it is not 0. After the child has exited for any reason, kills every process below.
// `work` must notice when its parent process changes, and then kill every process below. Throws
// std::system_error if no process can be created.
int run_guarded(const std::function<int()>& work, const volatile std::sig_atomic_t& stop);

}  // namespace gridlock::exec
