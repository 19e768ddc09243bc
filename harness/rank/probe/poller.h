// Polls works of NCCL in a separate thread, because NCCL does not signal that a call is over.
#pragma once

#include <functional>

namespace gridlock::probe {

// Calls is_over() every few milliseconds until it returns true, and then calls then(). Neither
// function may throw or need the GIL. Both are destroyed later, in another thread. The first call
// of poll_until_over() starts the threads.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Polls once, in the calling thread. A thread that is about to wait for its device calls this,
// because CUDA may not answer other threads until the wait is over. Does nothing while the polling
// thread itself waits for CUDA's answer. Starts the thread, too.
void poll_now();

// Calls the function in a thread of its own, on the device of the calls, after all earlier ones.
void run_later(std::function<void()> function);

}  // namespace gridlock::probe
