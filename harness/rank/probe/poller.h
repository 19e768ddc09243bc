// Polls NCCL's calls, which do not signal their completion, from one thread of its own.
#pragma once

#include <functional>

namespace gridlock::probe {

// Asks is_over() every few milliseconds, and calls then() once it is. Takes no GIL; neither may
// throw. The thread starts with the first one.
void poll_until_over(std::function<bool()> is_over, std::function<void()> then);

// Asks at once, for a thread that is about to wait for its device: CUDA may answer no other thread
// until that is over. Does nothing while the other thread waits for an answer.
void poll_now();

}  // namespace gridlock::probe
