// Polls NCCL's calls, which do not signal their completion, in a separate thread.
#pragma once

#include <functional>

namespace gridlock::probe {

// Calls is_over() every few milliseconds and, once is_over() returns true, calls then(). Takes no
// GIL; neither function may throw. The first call of poll_until_over() starts the thread.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Polls immediately. A thread calls this function before it waits for its device, because CUDA may
// answer no other thread until that wait is over. Does nothing while the polling thread waits for
// an answer.
void poll_now();

}  // namespace gridlock::probe
